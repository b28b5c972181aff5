import { encode } from 'uqr';
import {
  type Cell,
  type CellKind,
  type Fact,
  type ReportDocument,
  textOfCell,
} from '../../../contract/documents/document';
import type { Issue } from '../../../contract/papers';
import { paperText as say } from '../../../contract/paperText';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { formatCheck } from '../../../contract/rules/paperCheck';

type Said = string | null;

interface Part {
  what: 'table' | 'chart';
  half: boolean;
  title: string;
  empty: string;
  columns: { head: string; kind: CellKind; width: number }[];
  rows: Said[][];
  bars: { label: string; value: number; shown: string }[];
}

interface Paper {
  title: string;
  dated: string;
  facts: { label: string; value: Said }[];
  figures: { label: string; value: Said; hint: Said }[];
  parts: Part[];
  notes: string[];
  issue: {
    number: string;
    numberWord: string;
    /** The first characters of the code. */
    check: string;
    checkWord: string;
    sentence: string;
    address: string;
    /** A picture in SVG: one shape, where a square of its own for each dot takes the typesetter's memory. */
    qr: string;
  } | null;
}

/** What the template is given: text and numbers, no markup. */
export interface PaperData {
  title: string;
  institute: string;
  nothing: string;
  pageWord: string;
  ofWord: string;
  papers: Paper[];
}

/** One paper of a file. */
export interface PaperContent {
  document: ReportDocument;
  issue: Issue | null;
}

/** The marks of vowels: one of them makes readers of PDFs mistake the letter for others of its shape. */
const vowels = /[\u064B-\u0652]/g;
const ownSentences = new Set<unknown>(Object.values(say));

/** Sentences of ours go without vowels; what people have written stays as they wrote it. */
const sentence = (text: string): string => text.replace(vowels, '');

/** One under the other. */
const bothDates = (date: string): string => `${hijriDate(date)}\n${say.gregorian(gregorianDate(date))}`;

function formatValue(value: Cell, kind: CellKind | Fact['kind']): Said {
  const text = textOfCell(value);
  if (text === null) return null;
  if (kind === 'day') return bothDates(text);
  return ownSentences.has(text) ? sentence(text) : text;
}

const factOf = ({ label, value, kind, hint }: Fact) => ({
  label: sentence(label),
  value: formatValue(value, kind),
  hint: hint === undefined ? null : hint,
});

function partsOf({ tables, charts }: ReportDocument): Part[] {
  return [
    ...tables.map((table) => ({
      what: 'table' as const,
      half: table.isHalf ?? false,
      title: sentence(table.title),
      empty: sentence(table.empty),
      columns: table.columns.map(({ head, kind, width }) => ({ head, kind, width })),
      rows: table.rows.map((row) =>
        table.columns.map(({ kind }, place) => formatValue(row[place] ?? null, kind)),
      ),
      bars: [],
    })),
    ...charts.map((chart) => ({
      what: 'chart' as const,
      half: !chart.isWide,
      title: sentence(chart.title),
      empty: '',
      columns: [],
      rows: [],
      bars: chart.bars.map(({ label, value }) => ({ label, value, shown: String(value) })),
    })),
  ];
}

function issueOf({ number, code, address }: Issue): NonNullable<Paper['issue']> {
  return {
    number,
    numberWord: sentence(say.paperNumber),
    check: formatCheck(code),
    checkWord: sentence(say.paperCheck),
    sentence: sentence(say.toVerify),
    address,
    qr: qrOf(address),
  };
}

function qrOf(address: string): string {
  const { data, size } = encode(address, { border: 2 });
  const path = data.map((row, y) => barsIn(row, y)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
}

/** One bar for each run of dark squares; a hair higher than its row, so that no light shows between two. */
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

/** What is set for one file. @param today where the institute is */
export function paperData(contents: readonly PaperContent[], institute: string, today: string): PaperData {
  const dated = sentence(say.dated(hijriDate(today), gregorianDate(today)));
  return {
    title: contents[0]?.document.title ?? '',
    institute,
    nothing: say.nothing,
    pageWord: say.page,
    ofWord: say.pageOf,
    papers: contents.map(({ document, issue }) => ({
      title: sentence(document.title),
      dated,
      facts: document.facts.map(factOf),
      figures: document.figures.map(factOf),
      parts: partsOf(document),
      notes: document.notes.map(sentence),
      issue: issue && issueOf(issue),
    })),
  };
}
