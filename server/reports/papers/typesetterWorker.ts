import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { template } from './template';
import type { StartFailure, TypesetRequest, TypesetterMessage } from './typesetter';

/** Beside the built server, else in the package. */
function findFontPaths(): string[] {
  const built = fileURLToPath(new URL('./fonts', import.meta.url));
  if (existsSync(built)) return [built];
  const requireFromHere = createRequire(import.meta.url);
  return ['400Regular/Cairo_400Regular.ttf', '700Bold/Cairo_700Bold.ttf'].map((file) =>
    dirname(requireFromHere.resolve(`@expo-google-fonts/cairo/${file}`)),
  );
}

// Without a channel nobody reads messages, so they are dropped.
const send = (message: TypesetterMessage) => process.send?.(message);

/** With one core for both, the process gets a third of the server's share: papers progress under load. */
const lowerPriority = 5;

function lowerOwnPriority(): void {
  try {
    setPriority(lowerPriority);
  } catch {
    // Some systems forbid this.
  }
  try {
    // If memory runs out, Linux ends this process before the server.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has this file.
  }
}

async function createCompiler(): Promise<NodeCompiler | StartFailure> {
  let isPermanent = true;
  try {
    // Some platforms lack this native module.
    const { NodeCompiler: Compiler } = await import('@myriaddreamin/typst-ts-node-compiler');
    isPermanent = false;
    return Compiler.create({ workspace, fontArgs: [{ fontPaths: findFontPaths() }] });
  } catch (error) {
    return { reason: formatReason(error), isPermanent };
  }
}

/** The typesetter writes its reasons into the code of an error and leaves the message empty. */
function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const code = 'code' in error ? `${String(error.code)}\n` : '';
  return `${code}${error.stack ?? error.message}`;
}

/** An empty folder, so that a paper can read no file. */
const workspace = join(fileURLToPath(new URL('.', import.meta.url)), 'papers-without-files');

function typeset(typst: NodeCompiler, { data, logo }: TypesetRequest): Uint8Array {
  const name = logo && `logo.${logo.kind}`;
  const render = (logoName: string | null) =>
    typst.pdf({
      mainFileContent: template,
      inputs: { data: JSON.stringify({ ...data, logo: logoName }) },
    });
  try {
    if (logo && name) typst.mapShadow(join(workspace, name), Buffer.from(logo.bytes));
    return render(name);
  } catch (error) {
    // An unreadable logo must not prevent a paper.
    if (!logo) throw error;
    return render(null);
  } finally {
    typst.resetShadow();
    // The cache of Typst is useless because all papers differ, and it fills the memory.
    typst.evictCache(0);
  }
}

lowerOwnPriority();
// Ignores the signals of the process group: the server ends this process after its last answer.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

const result = await createCompiler();
const typst = 'reason' in result ? null : result;
send({ kind: 'started', startFailure: 'reason' in result ? result : null });

process.on('message', (request: TypesetRequest) => {
  if (!typst) return;
  try {
    send({ kind: 'done', id: request.id, bytes: typeset(typst, request) });
  } catch (error) {
    send({ kind: 'failed', id: request.id, reason: formatReason(error) });
  }
});
