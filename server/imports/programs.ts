import { foldArabic } from '../../contract/rules/arabicText';
import type { ProgramValues } from '../../contract/rules/importsMaster';
import { nextFreeBase } from '../../contract/rules/subjectCode';
import { defaultProgramStatus } from '../../contract/vocabulary';
import type { Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type Draft, Drafts } from './drafts';
import { findByName, type Reading, rowsFor } from './reading';
import { refuse } from './report';

const firstCode = 'PRG1';

/** Programmes: found by code, else by name. */
export async function programPlanner(reading: Reading, rows: readonly ProgramValues[]) {
  const { db } = reading;
  const select = db.selectFrom('programs').selectAll().orderBy('id');
  const byCode = await rowsFor(
    rows.map(({ code }) => code),
    (part) => select.where('program_id', 'in', part).execute(),
  );
  const byName = await rowsFor(
    rows.map(({ name }) => name && foldArabic(name)),
    (part) => select.where('program_name_sort', 'in', part).execute(),
  );
  const stored = new Map<number, Row<'programs'>>([...byCode, ...byName].map((row) => [row.id, row]));
  const known: Draft<'programs'>[] = [...stored.values()].map((row) => ({ stored: row, changes: {} }));
  const drafts = new Drafts('programs');
  const nameOf = (draft: Draft<'programs'>) => Drafts.current(draft).program_name ?? '';
  const isTaken = rows.some(({ code }) => code === undefined) ? await takenCodes(reading) : new Set<string>();

  function plan({ name = '', code, description, duration, levels, status }: ProgramValues) {
    const same = code === undefined ? findByName(known, name, nameOf) : null;
    if (same === 'several') refuse('name', 'AMBIGUOUS', name);
    const found =
      same ?? known.find((draft) => code !== undefined && Drafts.current(draft).program_id === code);
    if (known.some((draft) => draft !== found && nameOf(draft) === name)) refuse('name', 'NAME_TAKEN', name);
    if (found)
      // Found by a name that is written much like it: the stored one stays.
      return drafts.apply(found, {
        program_name: same ? undefined : name,
        description,
        duration,
        levels,
        status,
      });
    const draft: Draft<'programs'> = { stored: null, changes: {} };
    const program_id = code ?? nextFreeBase(firstCode, isTaken);
    isTaken.add(program_id);
    known.push(draft);
    return drafts.apply(draft, {
      program_id,
      program_name: name,
      specialty: null,
      levels: levels ?? 0,
      description: description ?? null,
      duration: duration ?? null,
      status: status ?? defaultProgramStatus,
    });
  }

  return { plan, write: async (unit: UnitOfWork) => void (await drafts.write(unit)) };
}

/** So that a programme without a code gets one of its own. */
async function takenCodes({ db }: Reading): Promise<Set<string>> {
  const rows = await db.selectFrom('programs').select('program_id').execute();
  return new Set(rows.map(({ program_id }) => program_id));
}
