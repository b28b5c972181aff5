import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { idempotencyHeader } from '../../contract/endpoint';
import { openInstitute } from '../../server/domain/openInstitute';
import type { Cluster } from '../support/cluster';
import { startDeadline, summariseTimes } from './client';
import { buildClients, type MorningClient, type Step } from './clusterClients';
import { doubleMarks, prepareMorning } from './clusterInstitute';
import { type Proxy, startProxy } from './clusterProxy';
import { importScript } from './postgres';
import { readCpuTime, startServer } from './processes';

/** Three servers on one PostgreSQL behind a proxy, while servers and the database end (ADR 79). */

type Server = Awaited<ReturnType<typeof startServer>>;

interface Attempt {
  kind: string;
  /** Milliseconds since the start. */
  at: number;
  milliseconds: number;
  /** `cut`: the connection ended without an answer. */
  status: number | 'cut';
}

const retryMs = 500;
const maxCallMs = 60_000;
const maxCpuRatio = 1.2;
/** A multiple of the number of steps of each steady client, so all rounds make the same calls. */
const callsPerRound = 42;
/** A fully loaded server handles several calls at each turn of the event loop, so each call costs less there. */
const measuredPauseFactor = 0.5;

/** @param seed fills the database at the URL */
export async function benchCluster(seed: (url: string) => Promise<void>, minutes: number): Promise<void> {
  const { createCluster } = await importScript<{
    createCluster: (options: { isDurable: boolean }) => Promise<Cluster>;
  }>('postgres.mjs');
  const cluster = await createCluster({ isDurable: true });
  const proxy = await startProxy();
  try {
    await cluster.start();
    await seed(cluster.url);
    await runMorning(cluster, proxy, minutes);
  } finally {
    proxy.close();
    await cluster.remove();
  }
}

async function runMorning(cluster: Cluster, proxy: Proxy, minutes: number): Promise<void> {
  const data = await openInstitute(cluster.url, { poolSize: 2, maxStatementMs: 10 * 60_000 });
  await doubleMarks(data);
  const clients = buildClients(await prepareMorning(data), minutes);
  const servers: Server[] = [];
  const addServer = async () => {
    const server = await startServer(cluster.url);
    servers.push(server);
    proxy.servers = [...proxy.servers, server.port];
  };
  for (let count = 0; count < 3; count += 1) await addServer();
  const { rows } = await sql<{ students: number; marks: number }>`
    select (select count(*) from students) as students, (select count(*) from grades) as marks`.execute(
    data.read,
  );
  console.log(`${rows[0]?.students} students, ${rows[0]?.marks} marks`);
  const load = new Load(proxy.port);
  const isOver = startDeadline(minutes * 60_000);
  const [killed, , stopped] = servers;
  const events: [string, () => Promise<unknown> | undefined][] = [
    ['a server killed', async () => killed?.child.kill('SIGKILL')],
    ['a server added', addServer],
    ['PostgreSQL restarted', () => cluster.stop('SIGINT').then(() => cluster.start())],
    ['a server stopped', () => stopped?.end()],
  ];
  const running = load.run(clients, isOver);
  for (const [name, run] of events) {
    await pause((minutes * 60_000) / (events.length + 1));
    const at = load.now();
    await run();
    console.log(`${formatSeconds(at)} s: ${name}, done after ${formatSeconds(load.now() - at)} s`);
  }
  await running;
  printCalls(load, minutes);
  const damage: string[] = [];
  for (const { findDamage } of clients) damage.push(...((await findDamage?.(data)) ?? []));
  console.log(`acknowledged writes: ${load.writes}; lost or doubled: ${damage.length}`);
  reportFailures([...damage, ...load.failures]);
  await addServer();
  await measureCpu(
    clients,
    proxy,
    servers.filter(({ child }) => child.exitCode === null && child.signalCode === null),
  );
  await data.close();
  for (const server of servers) server.child.kill('SIGKILL');
}

function reportFailures(lines: readonly string[]): void {
  for (const line of lines.slice(0, 20)) console.log(line);
  if (lines.length > 0) process.exitCode = 1;
}

const formatSeconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);

/** Clients that repeat an unanswered call with the same key, like the browser. */
class Load {
  readonly attempts: Attempt[] = [];
  readonly failures: string[] = [];
  writes = 0;
  readonly #startedAt = performance.now();

  constructor(readonly port: number) {}

  now(): number {
    return performance.now() - this.#startedAt;
  }

  /** @param isOver gets the number of calls of a client */
  async run(
    clients: readonly MorningClient[],
    isOver: (calls: number) => boolean,
    pauseFactor = 1,
  ): Promise<void> {
    const runClient = async ({ steps, pauseMs }: MorningClient) => {
      for (let index = 0; !isOver(index); index += 1) {
        const step = steps[index % steps.length]?.();
        if (!step) return;
        await this.#call(step);
        await pause(pauseMs * pauseFactor);
      }
    };
    await Promise.all(clients.map(runClient));
  }

  async #call(step: Step): Promise<void> {
    const headers: Record<string, string> =
      step.method === 'GET' ? {} : { [idempotencyHeader]: randomUUID() };
    for (const begunAt = this.now(); this.now() - begunAt < maxCallMs; await pause(retryMs)) {
      const at = this.now();
      const { status, body } = await this.#send(step, headers);
      this.attempts.push({ kind: step.kind, at, milliseconds: this.now() - at, status });
      if (status === 'cut' || status === 503 || body.includes('"IN_PROGRESS"')) continue;
      if (status >= 300 && status !== step.allowedStatus)
        return void this.failures.push(`${step.kind}: ${status} ${body.slice(0, 300)}`);
      if (step.method !== 'GET') this.writes += 1;
      return step.onAnswer?.(body, status);
    }
    this.failures.push(`${step.kind}: no answer within ${maxCallMs} ms`);
  }

  async #send({ method, path, token, body, headers }: Step, keyHeaders: Record<string, string>) {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
          ...keyHeaders,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(maxCallMs),
      });
      return { status: answer.status, body: await answer.text() };
    } catch {
      return { status: 'cut', body: '' } as const;
    }
  }
}

function printCalls({ attempts }: Load, minutes: number): void {
  console.log(`\nThree servers for ${minutes} minutes: calls, p50, p99 and longest, ms`);
  for (const kind of [...new Set(attempts.map((one) => one.kind))].toSorted()) {
    const answered = attempts.filter(
      (one) => one.kind === kind && typeof one.status === 'number' && one.status < 300,
    );
    const { count, p50, p99, longest } = summariseTimes(answered);
    const cells = [p50, p99, longest].map((milliseconds) => milliseconds.toFixed(1).padStart(9)).join('');
    console.log(`${kind.padEnd(30)}${String(count).padStart(8)}${cells}`);
  }
  const statuses = [...new Set(attempts.map(({ status }) => status))].toSorted();
  const countStatus = (status: Attempt['status']) => attempts.filter((one) => one.status === status).length;
  console.log(statuses.map((status) => `${status}: ${countStatus(status)}`).join(', '));
  for (const status of [503, 'cut']) {
    const times = attempts.filter((one) => one.status === status).map(({ at }) => Math.floor(at / 1_000));
    const seconds = [...new Set(times)].toSorted((a, b) => a - b);
    console.log(`seconds with ${status}: ${seconds.length} (${seconds.join(' ')})`);
  }
}

/** Two cores show no scaling, so the CPU time per call shows what a second and a third server cost. */
async function measureCpu(
  clients: readonly MorningClient[],
  proxy: Proxy,
  servers: readonly Server[],
): Promise<void> {
  const steadyClients = clients.filter(({ isSteady }) => isSteady);
  const measure = async (ports: number[], callsPerClient: number) => {
    proxy.servers = ports;
    const load = new Load(proxy.port);
    const readTimes = () => servers.reduce((sum, { child }) => sum + readCpuTime(child), 0);
    const before = readTimes();
    await load.run(steadyClients, (calls) => calls >= callsPerClient, measuredPauseFactor);
    reportFailures(load.failures);
    return ((readTimes() - before) * 1_000) / load.attempts.length;
  };
  const ports = servers.map(({ port }) => port);
  // Node compiles code at its first use, on each server.
  await measure(ports, 10 * callsPerRound);
  console.log('\nCPU time of the servers per call, ms');
  const times = ports.map((): number[] => []);
  // Each server is the first of one round, because the oldest has the most compiled code.
  for (const first of ports.keys())
    for (const [index, ownTimes] of times.entries()) {
      const inTurn = [...ports.slice(first), ...ports.slice(0, first)];
      ownTimes.push(await measure(inTurn.slice(0, index + 1), callsPerRound));
    }
  const means = times.map((ownTimes) => ownTimes.reduce((sum, time) => sum + time, 0) / ownTimes.length);
  for (const [index, mean] of means.entries()) {
    const ratio = mean / (means[0] ?? NaN);
    const verdict = ratio > maxCpuRatio ? 'MISSED' : 'met';
    const text = `${mean.toFixed(2)}   ${ratio.toFixed(2)} ×   at most ${maxCpuRatio}: ${verdict}`;
    console.log(`${index + 1} servers: ${text}`);
  }
}
