import { ruleMessages } from '../../../contract/errors';
import { validationMessages } from '../../../contract/rules/validationMessages';
import { line } from '../../../contract/fields';
import { type Program, programBody } from '../../../contract/programs';
import { programFields } from '../../../contract/courseFields';
import { cleanText, foldArabic } from '../../../contract/rules/arabicText';
import { specialties } from '../../../contract/vocabulary';
import type { RowNote } from '../../features/import/SheetWork';
import {
  createCellReader,
  type Cells,
  type CheckedRow,
  dropUndefined,
  type Finder,
  createFinder,
  type ImportPlan,
  readFields,
} from '../../features/import/importPlan';
import { csvHeaders } from '../../i18n/ar/csv';

/** Quick import of programmes: an existing one is found by its code, else by its name. */
export const programImport: ImportPlan = {
  resource: 'programs',
  headers: csvHeaders.programs,
  requiredGroups: [['program_name', 'program_id']],
  createChecker: async (read) => {
    const known = knownPrograms(await read<Program>('programs'));
    return (cells) => checkProgram(cells, known);
  },
};

interface Known {
  byName: Finder<Program>;
  byCode: Finder<Program>;
}

/** Existing programmes, by name and by code. */
export const knownPrograms = (programs: readonly Program[]): Known => ({
  byName: createFinder(programs, ({ program_name }) => program_name),
  byCode: createFinder(programs, ({ program_id }) => program_id),
});

// Created once, because creating a schema takes much longer than reading a cell with it.
const schemas = { ...programBody, description: line(programFields.description.max) };

/** Checks a row of a file. */
export function checkProgram(cells: Cells, { byName, byCode }: Known): CheckedRow {
  const problems: RowNote[] = [];
  const read = createCellReader(cells, problems);
  const own = readFields(programFields, schemas, read, { specialty: specialtyText });
  const { program_id: code, program_name } = own;
  const named = program_name && byName(program_name);
  const coded = code && byCode(code);
  const stored = (cells['program_id'] ? coded : named) || null;
  // The code of a stored programme cannot change, not even in upper and lower case.
  const values = dropUndefined({ ...own, program_id: stored?.program_id ?? code });
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
