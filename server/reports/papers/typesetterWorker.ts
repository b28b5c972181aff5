import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { template } from './template';
import type { NotThere, TypesetRequest, TypesetterMessage } from './typesetter';

/** The folder of the fonts: beside the built server, else in the package. */
function fontPaths(): string[] {
  const built = fileURLToPath(new URL('./fonts', import.meta.url));
  if (existsSync(built)) return [built];
  const find = createRequire(import.meta.url);
  return ['400Regular/Cairo_400Regular.ttf', '700Bold/Cairo_700Bold.ttf'].map((file) =>
    dirname(find.resolve(`@expo-google-fonts/cairo/${file}`)),
  );
}

// Ignores messages if there is no channel, because then nobody reads them.
const say = (message: TypesetterMessage) => process.send?.(message);

/** A third of the server's priority if both need one core, so that papers are still made under load. */
const lower = 5;

/** Lowers the priority of this process and of later threads, so that the server comes first. */
function stepBack(): void {
  try {
    setPriority(lower);
  } catch {
    // Some systems do not allow this; it is not required.
  }
  try {
    // If memory runs out, Linux ends this process before the server.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has this file.
  }
}

async function compiler(): Promise<NodeCompiler | NotThere> {
  let isForGood = true;
  try {
    // A native module, which some platforms do not have.
    const { NodeCompiler: Compiler } = await import('@myriaddreamin/typst-ts-node-compiler');
    isForGood = false;
    return Compiler.create({ workspace, fontArgs: [{ fontPaths: fontPaths() }] });
  } catch (error) {
    return { reason: reasonOf(error), isForGood };
  }
}

/** The typesetter writes its reasons into the code of an error and leaves the message empty. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const code = 'code' in error ? `${String(error.code)}\n` : '';
  return `${code}${error.stack ?? error.message}`;
}

/** An empty folder, so that a paper can read no file. */
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
    // An unreadable logo must not prevent a paper.
    if (!logo) throw error;
    return pdf(null);
  } finally {
    typst.resetShadow();
    // The cache of Typst is useless, since all papers differ, and fills the memory.
    typst.evictCache(0);
  }
}

stepBack();
// Ignores signals for the whole group: the server decides when to end, after it has answered.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

const found = await compiler();
const typst = 'reason' in found ? null : found;
say({ kind: 'started', notThere: 'reason' in found ? found : null });

process.on('message', (request: TypesetRequest) => {
  if (!typst) return;
  try {
    say({ kind: 'done', id: request.id, bytes: typeset(typst, request) });
  } catch (error) {
    say({ kind: 'failed', id: request.id, reason: reasonOf(error) });
  }
});
