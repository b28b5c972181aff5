import { encode } from 'uqr';
import type { Issue } from '../../../../contract/reports/papers';
import type { DrawnIssue } from './ReportPaper';

/** Adds the QR code of the address. This module loads only for a print. */
export function drawIssue(issue: Issue): DrawnIssue {
  const { data, size } = encode(issue.address, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { ...issue, path: squares.join(''), size };
}
