import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { template } from './template';
import type { NotThere, TypesetRequest, TypesetterMessage } from './typesetterProcess';

/** Beside the built server, else in the package. */
function fontPaths(): string[] {
  const built = fileURLToPath(new URL('./fonts', import.meta.url));
  if (existsSync(built)) return [built];
  const find = createRequire(import.meta.url);
  return ['400Regular/Cairo_400Regular.ttf', '700Bold/Cairo_700Bold.ttf'].map((file) =>
    dirname(find.resolve(`@expo-google-fonts/cairo/${file}`)),
  );
}

// As a process of its own: what is said before the channel is there, or after, is nobody's.
const say = (message: TypesetterMessage) => process.send?.(message);

/** A third of the server's share where both want one core: papers are still made when everybody is about. */
const lower = 5;

/** Below the server: whoever waits for an answer comes first. Of what threads begin later, too. */
function stepBack(): void {
  try {
    setPriority(lower);
  } catch {
    // Not every system lets a process do that; papers are made all the same.
  }
  try {
    // Where no memory is left, this process is what the system ends, not the server.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Linux alone has it.
  }
}

async function compiler(): Promise<NodeCompiler | NotThere> {
  let isForGood = true;
  try {
    // A native module: not there on every platform.
    const { NodeCompiler: Compiler } = await import('@myriaddreamin/typst-ts-node-compiler');
    isForGood = false;
    return Compiler.create({ workspace, fontArgs: [{ fontPaths: fontPaths() }] });
  } catch (error) {
    return { reason: reasonOf(error), isForGood };
  }
}

/** The typesetter says what it complains about in the code of its errors, and leaves their message empty. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const code = 'code' in error ? `${String(error.code)}\n` : '';
  return `${code}${error.stack ?? error.message}`;
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

stepBack();
// A signal for the whole group is the server's affair: what it has accepted is still answered.
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
