// The budget of `npm test`, which scripts/budget.mjs checks. A commit that raises a limit gives the reason.
export const ceilings = { journeys: 51, servers: 3 };

/** Journeys that declare tests in a loop, with the number of tests. */
export const testLoops = { 'tests/e2e/stillLayout.test.ts': 4 };

/** Test files that call axe. `tests/e2e/accessible.test.ts` does not count as a journey. */
export const axeFiles = [
  'tests/e2e/accessible.test.ts',
  'tests/e2e/long/accessibleDark.test.ts',
  'tests/e2e/long/accessibleDialogs.test.ts',
  'tests/e2e/long/accessibleImport.test.ts',
  'tests/e2e/long/accessiblePhone.test.ts',
  'tests/e2e/long/accessibleReports.test.ts',
  'tests/e2e/long/accessibleTeaching.test.ts',
  // A page outside of the app, which `tests/support/accessible.ts` cannot wait for.
  'tests/e2e/long/guardianPage.test.ts',
  'tests/pages/dayField.test.tsx',
];

/** Server tests that start more servers than `ceilings.servers`, mostly one per test. */
export const servers = {
  'tests/server/attacksAuth.test.ts': 5,
  'tests/server/attacksIdentity.test.ts': 9,
  'tests/server/archive.test.ts': 13,
  'tests/server/both/attacksSurvival.test.ts': 7,
  'tests/server/both/backups.test.ts': 24,
  'tests/server/both/attacksTurns.test.ts': 6,
  'tests/server/both/cleanup.test.ts': 28,
  'tests/server/both/faults.test.ts': 6,
  'tests/server/both/importServer.test.ts': 30,
  'tests/server/importColumns.test.ts': 5,
  'tests/server/importFiles.test.ts': 7,
  'tests/server/papersHandedOut.test.ts': 4,
};

/** The arguments of each call of `rounds({ short, all })`, in the order of the file. */
export const rounds = {
  'tests/e2e/long/recordsOffline.test.ts': '10/100',
  'tests/rules/arabicText.test.ts': '400/2_000',
  'tests/rules/rawText.test.ts': '15/100',
  'tests/rules/search.test.ts': '400/2_000 400/2_000',
  'tests/rules/spreadsheetCell.test.ts': '400/2_000',
  'tests/server/both/attacksIdempotency.test.ts': '1/2 1/4 1/3',
  'tests/server/circles.test.ts': '4/10',
  'tests/server/both/gradeKill.test.ts': '4/isPostgres ? 5 : 25 120_000/600_000',
  'tests/server/both/gradeResults.test.ts': '20/60 1/3',
  'tests/server/both/hifzSequences.test.ts': '20/60 1/3',
  'tests/server/both/importGuardians.test.ts': '30/200',
  'tests/server/both/importServer.test.ts': '4/20 120_000/600_000',
  'tests/server/importPeopleRandom.test.ts': '60/600 60/600',
  'tests/server/both/importUsers.test.ts': '3/importCheckSize / importChunkSize',
  'tests/server/both/kill.test.ts': '2/5',
  'tests/server/both/lists.test.ts': '50/150 5/20',
  'tests/server/both/lostReply.test.ts': '4/20',
  'tests/server/both/mergeStudents.test.ts': '6/30',
  'tests/server/both/migrationKill.test.ts': '6/20',
  'tests/server/both/passwordsProperty.test.ts': '8/60',
  'tests/server/both/recitationVersions.test.ts': '10/60',
  'tests/server/both/registersAtOnce.test.ts': '15/60',
  'tests/server/both/registersInterleaved.test.ts': '10/16',
  'tests/server/both/search.test.ts': '100/300',
  'tests/server/both/undo.test.ts': '8/25',
  'tests/server/both/undoProperty.test.ts': '4/20 3/12',
  'tests/server/demo.test.ts': '2/5',
  'tests/server/fuzz.test.ts': '30/100 8/25 20/60 15/40 10/30 20/60 50/150',
  'tests/server/papers.test.ts': '2/6',
  'tests/server/restore.test.ts': '5/25',
};
