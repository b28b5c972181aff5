import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { template } from './template';
import type { TypesetRequest, TypesetterMessage } from './thread';

/** Beside the built server, else in the package. */
function fontPaths(): string[] {
  const built = fileURLToPath(new URL('./fonts', import.meta.url));
  if (existsSync(built)) return [built];
  const find = createRequire(import.meta.url);
  return ['400Regular/Cairo_400Regular.ttf', '700Bold/Cairo_700Bold.ttf'].map((file) =>
    dirname(find.resolve(`@expo-google-fonts/cairo/${file}`)),
  );
}

const say = (message: TypesetterMessage) => parentPort?.postMessage(message);

async function compiler(): Promise<NodeCompiler | null> {
  try {
    // A native module: not there on every platform.
    const { NodeCompiler: Compiler } = await import('@myriaddreamin/typst-ts-node-compiler');
    return Compiler.create({ workspace, fontArgs: [{ fontPaths: fontPaths() }] });
  } catch {
    return null;
  }
}

/** No file stands there: a paper can read nothing but what it is handed. */
const workspace = join(fileURLToPath(new URL('.', import.meta.url)), 'papers-without-files');

function typeset(typst: NodeCompiler, { data, logo }: TypesetRequest): Uint8Array {
  const name = logo && `logo.${logo.kind}`;
  const pdf = (withLogo: string | null) =>
    typst.pdf({
      mainFileContent: template,
      inputs: { data: JSON.stringify({ ...data, logo: withLogo }) },
    });
  try {
    if (logo && name) typst.mapShadow(join(workspace, name), Buffer.from(logo.bytes));
    return pdf(name);
  } catch (error) {
    // A picture that cannot be read must not keep anybody from a paper.
    if (!logo) throw error;
    return pdf(null);
  } finally {
    typst.resetShadow();
    // No paper is like another: what Typst remembers of one helps nobody and fills the memory.
    typst.evictCache(0);
  }
}

const typst = await compiler();
say({ kind: 'started', isThere: typst !== null });

parentPort?.on('message', (request: TypesetRequest) => {
  if (!typst) return;
  try {
    const bytes = new Uint8Array(typeset(typst, request));
    parentPort?.postMessage({ kind: 'done', id: request.id, bytes } satisfies TypesetterMessage, [
      bytes.buffer,
    ]);
  } catch (error) {
    say({ kind: 'failed', id: request.id, reason: String(error) });
  }
});
