import { encode } from 'uqr';
import {
  type Cell,
  type CellKind,
  type Fact,
  type ReportDocument,
  cellText,
} from '../../../contract/documents/document';
import type { Issue, SlipsRequest } from '../../../contract/reports/papers';
import { paperText } from '../../../contract/reports/paperText';
import { gregorianDate, hijriDate, timeInZone } from '../../../contract/rules/hijri';
import { formatCheck } from '../../../contract/rules/paperCheck';

type PrintedText = string | null;

interface Section {
  kind: 'table' | 'chart';
  isHalfWidth: boolean;
  isDense: boolean;
  title: string;
  emptyText: string;
  columns: { heading: string; kind: CellKind; width: number }[];
  rows: PrintedText[][];
  struckRows: readonly number[];
  struckReason: string;
  figures: { label: string; value: PrintedText; hint: PrintedText }[];
  bars: { label: string; value: number; text: string }[];
  /** The upper end of the scale. Null: the highest value. */
  max: number | null;
}

interface Paper {
  title: string;
  dated: string;
  facts: { label: string; value: PrintedText }[];
  figures: { label: string; value: PrintedText; hint: PrintedText }[];
  sections: Section[];
  notes: string[];
  signatures: string[];
  issue: {
    number: string;
    numberLabel: string;
    check: string;
    checkLabel: string;
    verifyText: string;
    address: string;
    /** SVG with a single path, because a square for each dot needs too much memory in the typesetter. */
    qr: string;
  } | null;
}

/** The template's input: text and numbers without markup. */
export interface PaperData {
  title: string;
  institute: string;
  emptyText: string;
  pageLabel: string;
  ofLabel: string;
  papers: Paper[];
  slips: Slip[] | null;
}

/** A slip to cut out. The QR code never contains the password or PIN. */
interface Slip {
  name: string;
  lines: { label: string; value: string }[];
  validUntil: string;
  note: string;
  address: string;
  qr: string;
  /** Describes the QR code. */
  alt: string;
}

/** An account of a slip. `password_ends_at` is null if the password does not expire. */
export type SlipAccount = SlipsRequest['accounts'][number] & { password_ends_at: string | null };

export interface PaperContent {
  document: ReportDocument;
  issue: Issue | null;
}

/** With vowel marks (tashkeel), PDF readers confuse letters of the same shape. */
const vowelMarks = /[\u064B-\u0652]/g;
const ownMessages = new Set<unknown>(Object.values(paperText));

/** Only for texts of the application. Texts of users are not changed. */
const withoutVowels = (text: string): string => text.replace(vowelMarks, '');

const formatBothDates = (date: string): string =>
  `${hijriDate(date)}\n${paperText.gregorian(gregorianDate(date))}`;

function formatValue(value: Cell, kind: CellKind | Fact['kind']): PrintedText {
  const text = cellText(value);
  if (text === null) return null;
  if (kind === 'day') return formatBothDates(text);
  return ownMessages.has(text) ? withoutVowels(text) : text;
}

const toPrintedFact = ({ label, value, kind, hint }: Fact) => ({
  label: withoutVowels(label),
  value: formatValue(value, kind),
  hint: hint === undefined ? null : hint,
});

const indexColumn = { heading: paperText.index, kind: 'figure', width: 6 } as const;

/** Brackets stay on one line, because "(of" and "10)" on two lines are hard to read. */
const keepBracketsTogether = (heading: string): string =>
  heading.replace(/\([^()]*\)/g, (inside) => inside.replaceAll(' ', '\u00A0'));

function buildSections({ tables, charts }: ReportDocument): Section[] {
  return [
    ...tables.map((table) => ({
      kind: 'table' as const,
      isHalfWidth: table.isHalfWidth ?? false,
      isDense: table.isDense ?? false,
      title: withoutVowels(table.title),
      emptyText: withoutVowels(table.empty),
      columns: [
        ...(table.isNumbered ? [indexColumn] : []),
        ...table.columns.map(({ head, kind, width }) => ({
          heading: keepBracketsTogether(head),
          kind,
          width,
        })),
      ],
      rows: table.rows.map((row, rowIndex) => [
        ...(table.isNumbered ? [String(rowIndex + 1)] : []),
        ...table.columns.map(({ kind }, columnIndex) => formatValue(row[columnIndex] ?? null, kind)),
      ]),
      struckRows: table.struck?.rows ?? [],
      struckReason: withoutVowels(table.struck?.why ?? ''),
      figures: (table.figures ?? []).map(toPrintedFact),
      bars: [],
      max: null,
    })),
    ...charts.map((chart) => ({
      kind: 'chart' as const,
      isHalfWidth: !chart.isWide,
      isDense: false,
      title: withoutVowels(chart.title),
      emptyText: '',
      columns: [],
      rows: [],
      struckRows: [],
      struckReason: '',
      figures: [],
      bars: chart.bars.map(({ label, value }) => ({ label, value, text: String(value) })),
      max: chart.max ?? null,
    })),
  ];
}

function buildIssue({ number, code, address }: Issue): NonNullable<Paper['issue']> {
  return {
    number,
    numberLabel: withoutVowels(paperText.paperNumber),
    check: formatCheck(code),
    checkLabel: withoutVowels(paperText.paperCheck),
    verifyText: withoutVowels(paperText.verificationNote),
    address,
    qr: buildQrCode(address),
  };
}

const buildSlipPaper = (title: string, institute: string, slips: Slip[]): PaperData => ({
  title: withoutVowels(title),
  institute,
  emptyText: paperText.nothing,
  pageLabel: paperText.page,
  ofLabel: paperText.pageOf,
  papers: [],
  slips,
});

export function buildSlips(
  accounts: readonly SlipAccount[],
  { institute, timeZone }: { institute: string; timeZone: string },
  origin: string,
): PaperData {
  const address = `${origin}/login`;
  return buildSlipPaper(
    paperText.slipsName,
    institute,
    accounts.map(({ name, username, temporary_password, password_ends_at }) => ({
      name,
      lines: [
        { label: withoutVowels(paperText.username), value: username },
        { label: withoutVowels(paperText.oneTimePassword), value: temporary_password },
      ],
      validUntil: password_ends_at === null ? '' : formatEnd(password_ends_at, timeZone),
      note: withoutVowels(paperText.slipNote),
      address,
      qr: buildQrCode(`${address}?${new URLSearchParams({ username })}`),
      alt: username,
    })),
  );
}

/** A guardian of a slip. The slip shows only the first names of his children. */
export interface SlipGuardian {
  children: readonly string[];
  batches: readonly string[];
  address: string;
  pin: string;
}

export const buildGuardianSlips = (guardians: readonly SlipGuardian[], institute: string): PaperData =>
  buildSlipPaper(
    paperText.guardianSlipsName,
    institute,
    guardians.map(({ children, batches, address, pin }) => ({
      name: paperText.guardianOf(paperText.joinItems(children)),
      lines: [
        { label: withoutVowels(paperText.batch), value: paperText.joinItems(batches) },
        { label: withoutVowels(paperText.guardianPin), value: pin },
      ],
      validUntil: '',
      note: withoutVowels(paperText.guardianSlipNote),
      address,
      qr: buildQrCode(address),
      alt: address,
    })),
  );

const formatEnd = (end: string, timeZone: string): string =>
  paperText.slipValidUntil(
    hijriDate(end, { timeZone }),
    gregorianDate(end, { timeZone }),
    timeInZone(new Date(end), timeZone),
  );

function buildQrCode(address: string): string {
  const { data, size } = encode(address, { border: 2 });
  const path = data.map((row, y) => buildBars(row, y)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
}

/**
 * Draws one bar for each run of dark squares. Bars are slightly higher than a row, so that no gap is
 * visible.
 */
function buildBars(row: readonly boolean[], y: number): string {
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

export function buildPapers(contents: readonly PaperContent[], institute: string, today: string): PaperData {
  const dated = withoutVowels(paperText.issuedOn(hijriDate(today), gregorianDate(today)));
  return {
    title: contents[0]?.document.title ?? '',
    institute,
    emptyText: paperText.nothing,
    pageLabel: paperText.page,
    ofLabel: paperText.pageOf,
    slips: null,
    papers: contents.map(({ document, issue }) => ({
      title: withoutVowels(document.title),
      dated,
      facts: document.facts.map(toPrintedFact),
      figures: document.figures.map(toPrintedFact),
      sections: buildSections(document),
      notes: document.notes.map(withoutVowels),
      signatures: (document.signatures ?? []).map(withoutVowels),
      issue: issue && buildIssue(issue),
    })),
  };
}
