import type { BenchCase } from './cases';
import { continued, type Parameter, type Statement } from './changing';

/** The statements of a case in the order of our server, for the bare handler. */
export interface Recipe {
  name: string;
  method: BenchCase['method'];
  path: string;
  /** One recording of a read; for a write, each request of two consecutive periods. */
  recordings: Statement[][];
  /** The operation number of each request; empty for a read. */
  operations: number[];
}

/** One request of a period. */
export interface Turn {
  steps: Step[];
  /** The number of its operation, if nothing else is written. */
  operation: Parameter;
}

/** A statement with its predicted parameters. */
export interface Step {
  sql: string;
  parameters: Parameter[];
}

/** The requests of a period. @throws if one has other statements in the second period */
export function turnsOf({ name, recordings, operations }: Recipe): Turn[] {
  const period = Math.ceil(recordings.length / 2);
  return recordings.slice(0, period).map((statements, place) => {
    const second = recordings[period + place] ?? statements;
    const isSame = (at: number) => statements[at]?.sql === second[at]?.sql;
    if (statements.length !== second.length || !statements.every((_, at) => isSame(at)))
      throw new Error(`${name} does not run the same statements each time`);
    return {
      steps: steps(statements, second),
      operation: continued(operations[place], operations[period + place]),
    };
  });
}

const steps = (first: readonly Statement[], second: readonly Statement[]): Step[] =>
  first.map(({ sql, parameters }, place) => ({
    sql,
    parameters: parameters.map((value, at) => continued(value, second[place]?.parameters[at])),
  }));
