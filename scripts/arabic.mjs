// Fails if Arabic text is in a file outside of this list, so that all texts can be read in a few files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms, rootFromArguments, typeScriptUnder } from './sources.mjs';

// Arabic, its supplement, both extensions and the presentation forms; without U+FEFF, the byte order mark.
const arabicLetter = /[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/;

const allowed = [
  /^src\/i18n\//,
  /^contract\/errors\.ts$/,
  /^contract\/families\/tellMessages\.ts$/,
  /^contract\/importMessages\.ts$/,
  /^contract\/families\/\w*(Messages|Text)\.ts$/,
  /^contract\/(course|record)Fields\.ts$/,
  /^contract\/guardianFields\.ts$/,
  /^contract\/export\/\w+\.ts$/, // the headings of the exported files
  /^contract\/successMessages\.ts$/,
  /^contract\/vocabulary\.ts$/,
  /^contract\/reports\/paperText\.ts$/, // the texts of a report
  /^contract\/rules\/age\.ts$/,
  /^contract\/rules\/gender\.ts$/, // the words about students
  /^contract\/rules\/arabicText\.ts$/, // the folding table contains letters
  /^contract\/rules\/(mark|validation)Messages\.ts$/,
  /^contract\/rules\/messages\/texts\.ts$/, // the default texts of messages to families
  /^contract\/rules\/mushafNames\.ts$/, // the names of the surahs are data
  /^server\/demo\//,
];

const base = rootFromArguments();
const matches = rooms
  .flatMap((room) => typeScriptUnder(room, base))
  .filter((path) => !allowed.some((pattern) => pattern.test(path)))
  .flatMap((path) =>
    readFileSync(join(base, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (arabicLetter.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );

if (matches.length > 0) {
  console.log(matches.join('\n'));
  console.log(
    `\n${matches.length} line(s) with Arabic letters. Texts of screens belong in src/i18n, texts of responses in contract/errors.ts and its neighbours,\n` +
      'data from contract/vocabulary.ts, names of surahs from contract/rules/mushafNames.ts, demo names from server/demo/.',
  );
  process.exitCode = 1;
}
