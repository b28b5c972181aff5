import { removeArticle } from '../../contract/rules/arabicText';
import { rankWords } from '../../contract/rules/searchRank';
import { type SearchAction, searchActions } from '../../contract/search';
import { type PlainTextKey, t } from '../i18n/text';

export const actionNames: Record<SearchAction, PlainTextKey> = {
  move: 'enrolments.move',
  transcript: 'cards.transcript',
  transcripts: 'cards.transcripts',
  register: 'search.register',
  grades: 'search.grades',
  records: 'menu.dailyRecords',
  edit: 'cards.edit',
};

/** Actions without a record, for an empty query or by their names. */
const generalActions = [
  { name: 'search.register', route: '/absences' },
  { name: 'cards.transcript', route: '/reports?type=transcript' },
  { name: 'menu.addStudent', route: '/students/create' },
  { name: 'menu.addSubject', route: '/subjects/create' },
] as const satisfies readonly { name: PlainTextKey; route: string }[];

const minVerbLetters = 2;
const minBareLetters = 3;

/** Actions whose names begin the query, and the rest of the query: the name of a record. */
export function findActions(query: string): { actions: ReadonlySet<SearchAction>; rest: string } {
  const words = rankWords(query);
  const counts = searchActions.map((action) => ({
    action,
    count: countVerbWords(words, rankWords(t(actionNames[action]))),
  }));
  const count = Math.max(...counts.map((one) => one.count));
  const actions = new Set(counts.flatMap((one) => (count > 0 && one.count === count ? [one.action] : [])));
  return { actions, rest: count > 0 ? words.slice(count).join(' ') : '' };
}

/**
 * Number of words at the start of the query that begin the first words of a name, also without the article.
 * A later word of a name is no verb: "batch" in "move to batch" is the name of a record.
 */
function countVerbWords(words: readonly string[], nameWords: readonly string[]): number {
  if ((words[0] ?? '').length < minVerbLetters) return 0;
  const different = words.findIndex((word, index) => !doesBegin(nameWords[index], word));
  return different < 0 ? words.length : different;
}

const doesBegin = (nameWord = '', word = ''): boolean =>
  word !== '' && (nameWord.startsWith(word) || removeArticle(nameWord, minBareLetters).startsWith(word));

export function findGeneralActions(query: string): (typeof generalActions)[number][] {
  const words = rankWords(query);
  return generalActions.filter(
    ({ name }) => query === '' || countVerbWords(words, rankWords(t(name))) === words.length,
  );
}
