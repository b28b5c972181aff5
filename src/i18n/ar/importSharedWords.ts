/** For each field, the names that a header may use; the first is its name on the screen and in templates. */
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
