/** Marks computed from the version, so that a test recognises a partly stored row. */
export const marksOfVersion = (version: number) => ({
  participationGrade: (version % 21) / 2,
  attendanceGrade: (version % 61) / 2,
  exerciseGrade: (version % 11) / 2,
  readingGrade: ((version + 3) % 11) / 2,
  testGrade: (version % 101) / 2,
});
