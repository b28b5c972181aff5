/** Accepted column headers of each field. Labels and templates use the first of them. */
export type FieldWords = Readonly<Record<string, readonly string[]>>;

export const programName = [
  'البرنامج',
  'اسم البرنامج',
  'البرنامج الدراسي',
  'program_name',
  'program',
  'programme',
] as const;
export const batchName = [
  'الدفعة',
  'اسم الدفعة',
  'الدفعة الدراسية',
  'الشعبة',
  'الشعبة الدراسية',
  'اسم الشعبة',
  'section',
  'batch_name',
  'batch',
  'class',
] as const;
export const programId = ['رمز البرنامج', 'كود البرنامج', 'program_id', 'program_code'] as const;
