import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { template } from './template';
import type { StartFailure, TypesetRequest, TypesetterMessage } from './typesetter';

/** The built server has the fonts in its folder; otherwise the package has them. */
function findFontPaths(): string[] {
  const builtFonts = fileURLToPath(new URL('./fonts', import.meta.url));
  if (existsSync(builtFonts)) return [builtFonts];
  const requireFromHere = createRequire(import.meta.url);
  return ['400Regular/Cairo_400Regular.ttf', '700Bold/Cairo_700Bold.ttf'].map((file) =>
    dirname(requireFromHere.resolve(`@expo-google-fonts/cairo/${file}`)),
  );
}

// Without a channel there is no reader, so the message is dropped.
const send = (message: TypesetterMessage) => process.send?.(message);

/**
 * On a single core, the process gets a third of the server's CPU share. So papers still progress under
 * load.
 */
const workerPriority = 5;

function lowerOwnPriority(): void {
  try {
    setPriority(workerPriority);
  } catch {
    // Some systems forbid a change of the priority.
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
    // The native module does not exist for some platforms.
    const { NodeCompiler: Compiler } = await import('@myriaddreamin/typst-ts-node-compiler');
    isPermanent = false;
    return Compiler.create({ workspace, fontArgs: [{ fontPaths: findFontPaths() }] });
  } catch (error) {
    return { reason: formatReason(error), isPermanent };
  }
}

/** The typesetter puts the reason into `error.code`, and leaves the message empty. */
function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const code = 'code' in error ? `${String(error.code)}\n` : '';
  return `${code}${error.stack ?? error.message}`;
}

/** An empty folder, so that a paper cannot read any file. */
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
    // An unreadable logo must not prevent a paper, so the paper is typeset without the logo.
    if (!logo) throw error;
    return render(null);
  } finally {
    typst.resetShadow();
    // All papers differ, so the cache of Typst only fills the memory.
    typst.evictCache(0);
  }
}

lowerOwnPriority();
// Ctrl+C signals the whole process group. The server ends this process after its last response.
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
