import { encode } from 'uqr';
import {
  type Cell,
  type CellKind,
  type Fact,
  type ReportDocument,
  cellText,
} from '../../../contract/documents/document';
import type { Issue, SlipsRequest } from '../../../contract/reports/papers';
import { paperText as say } from '../../../contract/reports/paperText';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { formatCheck } from '../../../contract/rules/paperCheck';

type PrintedText = string | null;

interface Part {
  what: 'table' | 'chart';
  half: boolean;
  dense: boolean;
  title: string;
  empty: string;
  columns: { head: string; kind: CellKind; width: number }[];
  rows: PrintedText[][];
  /** Indexes of the rows that are struck through, and the reason after their names. */
  struck: readonly number[];
  why: string;
  figures: { label: string; value: PrintedText; hint: PrintedText }[];
  bars: { label: string; value: number; shown: string }[];
  /** The end of the scale of the bars; null: the highest value. */
  max: number | null;
}

interface Paper {
  title: string;
  dated: string;
  facts: { label: string; value: PrintedText }[];
  figures: { label: string; value: PrintedText; hint: PrintedText }[];
  parts: Part[];
  notes: string[];
  signatures: string[];
  issue: {
    number: string;
    numberWord: string;
    /** The first characters of the code. */
    check: string;
    checkWord: string;
    sentence: string;
    address: string;
    /** SVG with a single path: one square per dot would take too much memory in the typesetter. */
    qr: string;
  } | null;
}

/** The data of the template: text and numbers, no markup. */
export interface PaperData {
  title: string;
  institute: string;
  nothing: string;
  pageWord: string;
  ofWord: string;
  papers: Paper[];
  slips: Slips | null;
}

/** Slips with accounts; the QR code has the address with the user name, and never the password. */
interface Slips {
  title: string;
  usernameWord: string;
  passwordWord: string;
  note: string;
  /** Where one signs in, without a user name. */
  address: string;
  rows: { name: string; username: string; password: string; qr: string }[];
}

/** One paper of a file. */
export interface PaperContent {
  document: ReportDocument;
  issue: Issue | null;
}

/** Vowel marks (tashkeel): with them PDF readers confuse a letter with others of the same shape. */
const vowels = /[\u064B-\u0652]/g;
const ownSentences = new Set<unknown>(Object.values(say));

/** Our own sentences are printed without vowel marks; text of users is not changed. */
const sentence = (text: string): string => text.replace(vowels, '');

/** Hijri and Gregorian date, on two lines. */
const bothDates = (date: string): string => `${hijriDate(date)}\n${say.gregorian(gregorianDate(date))}`;

function formatValue(value: Cell, kind: CellKind | Fact['kind']): PrintedText {
  const text = cellText(value);
  if (text === null) return null;
  if (kind === 'day') return bothDates(text);
  return ownSentences.has(text) ? sentence(text) : text;
}

const factOf = ({ label, value, kind, hint }: Fact) => ({
  label: sentence(label),
  value: formatValue(value, kind),
  hint: hint === undefined ? null : hint,
});

const indexColumn = { head: say.index, kind: 'figure', width: 6 } as const;

/** Text in brackets stays on one line: "(of" and "10)" apart would be unreadable. */
const withWholeBrackets = (head: string): string =>
  head.replace(/\([^()]*\)/g, (inside) => inside.replaceAll(' ', '\u00A0'));

function partsOf({ tables, charts }: ReportDocument): Part[] {
  return [
    ...tables.map((table) => ({
      what: 'table' as const,
      half: table.isHalf ?? false,
      dense: table.isDense ?? false,
      title: sentence(table.title),
      empty: sentence(table.empty),
      columns: [
        ...(table.isNumbered ? [indexColumn] : []),
        ...table.columns.map(({ head, kind, width }) => ({ head: withWholeBrackets(head), kind, width })),
      ],
      rows: table.rows.map((row, line) => [
        ...(table.isNumbered ? [String(line + 1)] : []),
        ...table.columns.map(({ kind }, place) => formatValue(row[place] ?? null, kind)),
      ]),
      struck: table.struck?.rows ?? [],
      why: sentence(table.struck?.why ?? ''),
      figures: (table.figures ?? []).map(factOf),
      bars: [],
      max: null,
    })),
    ...charts.map((chart) => ({
      what: 'chart' as const,
      half: !chart.isWide,
      dense: false,
      title: sentence(chart.title),
      empty: '',
      columns: [],
      rows: [],
      struck: [],
      why: '',
      figures: [],
      bars: chart.bars.map(({ label, value }) => ({ label, value, shown: String(value) })),
      max: chart.max ?? null,
    })),
  ];
}

function issueOf({ number, code, address }: Issue): NonNullable<Paper['issue']> {
  return {
    number,
    numberWord: sentence(say.paperNumber),
    check: formatCheck(code),
    checkWord: sentence(say.paperCheck),
    sentence: sentence(say.verificationNote),
    address,
    qr: qrOf(address),
  };
}

/** The data of slips. @param address of the screens */
export function slipsData(accounts: SlipsRequest['accounts'], institute: string, address: string): PaperData {
  const title = sentence(say.slipsName);
  const signIn = `${address}/login`;
  return {
    title,
    institute,
    nothing: say.nothing,
    pageWord: say.page,
    ofWord: say.pageOf,
    papers: [],
    slips: {
      title,
      usernameWord: sentence(say.username),
      passwordWord: sentence(say.oneTimePassword),
      note: sentence(say.slipNote),
      address: signIn,
      rows: accounts.map(({ name, username, temporary_password }) => ({
        name,
        username,
        password: temporary_password,
        qr: qrOf(`${signIn}?${new URLSearchParams({ username })}`),
      })),
    },
  };
}

function qrOf(address: string): string {
  const { data, size } = encode(address, { border: 2 });
  const path = data.map((row, y) => barsIn(row, y)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
}

/** One bar for each run of dark squares, slightly higher than its row, so that no gap shows between rows. */
function barsIn(row: readonly boolean[], y: number): string {
  let bars = '';
  for (let from = 0; from < row.length; from += 1) {
    if (!row[from]) continue;
    const end = row.indexOf(false, from);
    const length = (end === -1 ? row.length : end) - from;
    bars += `M${from} ${y}h${length}v1.02h-${length}z`;
    from += length;
  }
  return bars;
}

/** The data of one file. @param today in the time zone of the institute */
export function paperData(contents: readonly PaperContent[], institute: string, today: string): PaperData {
  const dated = sentence(say.issuedOn(hijriDate(today), gregorianDate(today)));
  return {
    title: contents[0]?.document.title ?? '',
    institute,
    nothing: say.nothing,
    pageWord: say.page,
    ofWord: say.pageOf,
    slips: null,
    papers: contents.map(({ document, issue }) => ({
      title: sentence(document.title),
      dated,
      facts: document.facts.map(factOf),
      figures: document.figures.map(factOf),
      parts: partsOf(document),
      notes: document.notes.map(sentence),
      signatures: (document.signatures ?? []).map(sentence),
      issue: issue && issueOf(issue),
    })),
  };
}
