import { z } from 'zod';
import { validationMessages, ruleMessages } from '../../../contract/errors';
import { integer, line, requiredLine } from '../../../contract/fields';
import { type Program, programCode } from '../../../contract/programs';
import { cleanText, foldArabic } from '../../../contract/rules/arabicText';
import { specialties } from '../../../contract/vocabulary';
import { csvHeaders } from '../../i18n/ar/csv';
import type { RowNote } from '../../ui/import/SheetWork';
import {
  cellReader,
  type Cells,
  type CheckedRow,
  dropUndefined,
  type Finder,
  finderOf,
  type ImportPlan,
} from '../../ui/quick-import/importPlan';

/** Quick import of programmes: one that is there already is known by its code, else by its name. */
export const programImport: ImportPlan = {
  resource: 'programs',
  headers: csvHeaders.programs,
  needed: [['program_name', 'program_id']],
  checker: async (read) => {
    const known = knownPrograms(await read<Program>('programs'));
    return (cells) => checkProgram(cells, known);
  },
};

interface Known {
  byName: Finder<Program>;
  byCode: Finder<Program>;
}

/** Programmes that are there, by name and by code. */
export const knownPrograms = (programs: readonly Program[]): Known => ({
  byName: finderOf(programs, ({ program_name }) => program_name),
  byCode: finderOf(programs, ({ program_id }) => program_id),
});

// Made once: to make a schema takes many times as long as to read a cell with it.
const schemas = {
  program_name: requiredLine(120),
  specialty: z.enum(specialties),
  levels: integer(1, 8),
  description: line(2_000),
  duration: line(60),
  status: requiredLine(40),
};

/** What a row says of a programme. */
export function checkProgram(cells: Cells, { byName, byCode }: Known): CheckedRow {
  const problems: RowNote[] = [];
  const read = cellReader(cells, problems);
  const code = read('program_id', programCode);
  const program_name = read('program_name', schemas.program_name);
  const named = program_name && byName(program_name);
  const coded = code && byCode(code);
  const stored = (cells['program_id'] ? coded : named) || null;
  const values = dropUndefined({
    // The code of a stored programme cannot change, not even its capitals.
    program_id: stored?.program_id ?? code,
    program_name,
    specialty: read('specialty', schemas.specialty, specialtyText),
    levels: read('levels', schemas.levels),
    description: read('description', schemas.description),
    duration: read('duration', schemas.duration),
    status: read('status', schemas.status),
  });
  for (const field of ['program_id', 'program_name'])
    if (!stored && !cells[field]) problems.push({ field, message: validationMessages.required });
  if (named && named !== stored)
    problems.push({ field: 'program_name', message: ruleMessages.programNameTaken });

  const keys = [
    ...(code ? [`code ${foldArabic(code)}`] : []),
    ...(program_name ? [`name ${foldArabic(program_name)}`] : []),
  ];
  return { values, stored, keys, problems };
}

const specialtyText = (text: string) =>
  specialties.find((specialty) => foldArabic(specialty) === foldArabic(text)) ?? cleanText(text);
