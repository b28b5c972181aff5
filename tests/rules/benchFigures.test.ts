import { describe, expect, it } from 'vitest';
import { compareSummaries, formatTable, listMisses, type Round, summariseRounds } from '../bench/figures';

const answered = (milliseconds: number, status = 200) => ({ milliseconds, status });
const rounds: Round[] = [
  { results: [answered(1), answered(3)], seconds: 0.5, cpu: 0.002 },
  { results: [answered(2), answered(100)], seconds: 1.5, cpu: 0.002 },
];
const summary = { perSecond: 100, p50: 1, p99: 2, cpu: 1 };

describe('figures of the benchmark', () => {
  it('rounds become calls a second, quantiles and CPU time of a call', () => {
    expect(summariseRounds('page', rounds, 200)).toEqual({ perSecond: 2, p50: 3, p99: 100, cpu: 1 });
  });

  it('no answered call is an error', () => {
    const empty = [{ results: [], seconds: 1, cpu: 1 }];
    expect(() => summariseRounds('page, bare', empty, 200)).toThrow('page, bare: no call was answered.');
  });

  it.each([503, 201, 0])('an answer with status %d instead of 200 is an error', (status) => {
    const failed = [...rounds, { results: [answered(1, status)], seconds: 1, cpu: 1 }];
    expect(() => summariseRounds('page, ours', failed, 200)).toThrow(
      `page, ours: 1 of 5 calls failed, the first with status ${status}.`,
    );
  });

  it('unknown CPU time and no elapsed time are errors', () => {
    const [first] = rounds;
    if (!first) throw new Error('no round');
    expect(() => summariseRounds('page', [{ ...first, cpu: NaN }], 200)).toThrow('page: cpu is NaN.');
    expect(() => summariseRounds('page', [{ ...first, seconds: 0 }], 200)).toThrow(
      'page: perSecond is Infinity.',
    );
  });

  it('ratios to a baseline are percent and factors', () => {
    const baseline = { perSecond: 200, p50: 1, p99: 1, cpu: 0.5 };
    expect(compareSummaries('page', summary, baseline)).toEqual({ share: 50, p99: 2, cpu: 2 });
  });

  it('a baseline of 0 is an error', () => {
    expect(() => compareSummaries('page', summary, { ...summary, perSecond: 0 })).toThrow(
      'page: share is Infinity.',
    );
    expect(() => compareSummaries('page', summary, { ...summary, cpu: 0 })).toThrow('page: cpu is Infinity.');
    expect(() => compareSummaries('page', { ...summary, p99: 0 }, { ...summary, p99: 0 })).toThrow(
      'page: p99 is NaN.',
    );
  });

  it('goals are listed only if they are missed', () => {
    const goal = { against: 'bare', share: 60, p99: 2, cpu: 1, query: 15 } as const;
    expect(listMisses(goal, summary, summary, 15)).toEqual([]);
    const baseline = { ...summary, perSecond: 200, p99: 0.5 };
    expect(listMisses(goal, { ...summary, cpu: 1.5 }, baseline, 16)).toEqual([
      'at least 60 %',
      'p99 at most 2 times',
      'at most 1 ms of CPU',
      'statements at most 15 ms',
    ]);
  });

  it('the table of README.md has a line for each call', () => {
    const row = {
      title: 'page of 25',
      ours: summary,
      bare: summary,
      jsonServer: { ...summary, perSecond: 3.21 },
    };
    expect(formatTable([row]).split('\n')[2]).toBe('| page of 25 | 100 | 100 | 3.2 | 2 ms | 2 ms |');
  });
});
