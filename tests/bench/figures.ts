import type { Baseline } from './bare';
import { type CallResult, requireAnswers, summariseTimes } from './client';

/** Goals of a call under load. */
export interface Goal {
  against: Baseline;
  /** Minimum requests per second, in percent of the baseline. */
  share?: number;
  /** Maximum factor of the p99 of the baseline. */
  p99?: number;
  /** Maximum CPU time of a call, in milliseconds. */
  cpu?: number;
  /** Maximum database time of a statement, in milliseconds. */
  query?: number;
}

export interface Round {
  results: readonly Pick<CallResult, 'milliseconds' | 'status'>[];
  seconds: number;
  cpu: number;
}

export interface Summary {
  perSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of a call. */
  cpu: number;
}

/** @throws if a call failed or a figure is no number above 0 */
export function summariseRounds(name: string, rounds: readonly Round[], status: number): Summary {
  const results = rounds.flatMap((round) => round.results);
  requireAnswers(name, results, status);
  const sumField = (field: 'seconds' | 'cpu') => rounds.reduce((total, round) => total + round[field], 0);
  const { p50, p99 } = summariseTimes(results);
  const perSecond = results.length / sumField('seconds');
  return requireNumbers(name, { perSecond, p50, p99, cpu: (sumField('cpu') / results.length) * 1_000 });
}

/** @throws if a ratio is no number above 0 */
export const compareSummaries = (name: string, ours: Summary, baseline: Summary) =>
  requireNumbers(name, {
    share: (ours.perSecond / baseline.perSecond) * 100,
    p99: ours.p99 / baseline.p99,
    cpu: ours.cpu / baseline.cpu,
  });

function requireNumbers<T extends object>(name: string, figures: T): T {
  for (const [figure, value] of Object.entries(figures))
    if (!(Number.isFinite(value) && value > 0)) throw new Error(`${name}: ${figure} is ${value}.`);
  return figures;
}

/** @returns the goals that the figures miss, as text */
export function listMisses(
  { share: minShare = 0, p99 = Infinity, cpu = Infinity, query = Infinity }: Goal,
  ours: Summary,
  baseline: Summary,
  slowestMs: number,
): string[] {
  const ratios = compareSummaries('goal', ours, baseline);
  return [
    ratios.share < minShare && `at least ${minShare} %`,
    ratios.p99 > p99 && `p99 at most ${p99} times`,
    ours.cpu > cpu && `at most ${cpu} ms of CPU`,
    slowestMs > query && `statements at most ${query} ms`,
  ].filter((miss) => miss !== false);
}

const headings = 'clients calls/s base ratio p50 base p99 base ratio cpu-ms base ratio slowest'.split(' ');
const formatRow = (name: string, cells: readonly string[]) =>
  name.padEnd(34) + cells.map((cell) => cell.padStart(8)).join('');
export const headingRow = formatRow('', headings);

export function formatLine(
  name: string,
  clients: number,
  ours: Summary,
  baseline: Summary,
  slowestMs: number,
): string {
  const ratios = compareSummaries(name, ours, baseline);
  const formatBoth = (field: 'p50' | 'p99' | 'cpu', digits = 1) =>
    [ours, baseline].map((summary) => summary[field].toFixed(digits));
  return formatRow(name, [
    String(clients),
    ours.perSecond.toFixed(0),
    baseline.perSecond.toFixed(0),
    `${ratios.share.toFixed(0)} %`,
    ...formatBoth('p50'),
    ...formatBoth('p99'),
    ratios.p99.toFixed(1),
    ...formatBoth('cpu', 2),
    ratios.cpu.toFixed(1),
    slowestMs.toFixed(2),
  ]);
}

/** A line of the table in `README.md`. */
export interface TableRow {
  title: string;
  ours: Summary;
  bare: Summary;
  jsonServer: Summary;
}

export function formatTable(rows: readonly TableRow[]): string {
  const formatCells = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const formatRate = ({ perSecond }: Summary) => perSecond.toFixed(perSecond < 10 ? 1 : 0);
  const titles = ['call', 'Rasd', 'bare `node:http`', 'json-server', 'p99 of Rasd', 'p99 of json-server'];
  return [
    formatCells(titles),
    formatCells(titles.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(({ title, ours, bare, jsonServer }) =>
      formatCells([
        title,
        ...[ours, bare, jsonServer].map(formatRate),
        ...[ours, jsonServer].map(({ p99 }) => `${p99.toFixed(0)} ms`),
      ]),
    ),
  ].join('\n');
}
