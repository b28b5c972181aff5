import type { BenchCase } from './cases';
import type { LoadResult } from './load';

export interface Summary {
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
  /** Processor time of a request, in milliseconds. */
  cpu: number;
}

/** Combines the results of some rounds of load. */
export function summary(results: readonly LoadResult[]): Summary {
  const latencies = results.flatMap((result) => result.latencies).toSorted((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  const sum = (pick: (result: LoadResult) => number) => results.reduce((total, one) => total + pick(one), 0);
  return {
    perSecond: sum((one) => one.requests) / sum((one) => one.seconds),
    p50: at(0.5),
    p99: at(0.99),
    failures: sum((one) => one.failures),
    cpu: (sum((one) => one.cpu) / sum((one) => one.requests)) * 1_000,
  };
}

const columns = [17, 6, 8, 8, 7, 7, 7, 7, 7, 6, 7, 7, 7, 9];
const row = (cells: readonly string[]) =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(columns[0] ?? 0) : cell.padStart(columns[at] ?? 8)))
    .join(' ');

export const tableHead = () =>
  row([
    '',
    'conns',
    'req/s',
    'bare',
    'ratio',
    'p50',
    'bare',
    'p99',
    'bare',
    'ratio',
    'cpu ms',
    'bare',
    'ratio',
    'slowest query, ms',
  ]);

export function tableLine(
  name: string,
  connections: number,
  ours: Summary,
  bare: Summary,
  times: readonly number[],
): string {
  const failed = ours.failures + bare.failures > 0 ? ` failures: ${ours.failures} / ${bare.failures}` : '';
  const cells = [
    name,
    String(connections),
    ours.perSecond.toFixed(0),
    bare.perSecond.toFixed(0),
    `${((ours.perSecond / bare.perSecond) * 100).toFixed(0)} %`,
    ours.p50.toFixed(1),
    bare.p50.toFixed(1),
    ours.p99.toFixed(1),
    bare.p99.toFixed(1),
    (ours.p99 / bare.p99).toFixed(1),
    ours.cpu.toFixed(2),
    bare.cpu.toFixed(2),
    `${((bare.cpu / ours.cpu) * 100).toFixed(0)} %`,
    Math.max(0, ...times).toFixed(2),
  ];
  return row(cells) + failed;
}

/** The goals of a case that were missed, a sentence for each. */
export function missedGoals(
  { name, goal }: BenchCase,
  connections: number,
  ours: Summary,
  bare: Summary,
  times: readonly number[],
): string[] {
  if (!goal) return [];
  const share = (ours.perSecond / bare.perSecond) * 100;
  const p99 = ours.p99 / bare.p99;
  const longest = Math.max(0, ...times);
  const of = `${name} at ${connections} clients:`;
  return [
    ...(share < goal.share ? [`${of} ${share.toFixed(0)} % of the bare handler, not ${goal.share} %`] : []),
    ...(goal.p99 && p99 > goal.p99
      ? [`${of} p99 is ${p99.toFixed(1)} times the bare one, not ${goal.p99}`]
      : []),
    ...(goal.query && longest > goal.query
      ? [`${of} a statement takes ${longest.toFixed(1)} ms, not ${goal.query}`]
      : []),
  ];
}
