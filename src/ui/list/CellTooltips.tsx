import { Card, Tooltip } from '@mui/material';
import { type MouseEvent, type ReactNode, useState } from 'react';

interface CellTooltipsProps {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** On hover or keyboard focus, a tooltip shows truncated texts and the `data-tip` of a cell. */
export function CellTooltips({ onClick, children }: CellTooltipsProps) {
  const [tooltip, setTooltip] = useState<{ anchor: Element; text: string } | null>(null);
  const showTooltip = (cells: Element[]) => {
    const texts = cells.map(readTip).filter((text) => text !== '');
    setTooltip(cells[0] && texts.length > 0 ? { anchor: cells[0], text: texts.join(' · ') } : null);
  };
  const hideTooltip = () => setTooltip(null);
  return (
    <Card
      onClick={onClick}
      onMouseOver={({ target }) =>
        showTooltip([(target as Element).closest('td')].filter((cell) => cell !== null))
      }
      onMouseLeave={hideTooltip}
      onFocus={({ target }) =>
        target.matches(':focus-visible')
          ? showTooltip([...(target.closest('tbody tr')?.children ?? [])])
          : hideTooltip()
      }
      onBlur={hideTooltip}
      sx={{ overflow: { xs: 'auto', lg: 'clip' } }}
    >
      {children}
      <Tooltip
        open={tooltip !== null}
        title={tooltip?.text ?? ''}
        placement="top-start"
        disableInteractive
        slotProps={{ popper: { anchorEl: tooltip?.anchor ?? null } }}
      >
        <span aria-hidden />
      </Tooltip>
    </Card>
  );
}

function readTip(cell: Element): string {
  const tip = cell.querySelector('[data-tip]')?.getAttribute('data-tip');
  return tip ?? ([cell, ...cell.querySelectorAll('*')].some(isTruncated) ? readCellText(cell) : '');
}

/** Compares the width of a line, or the height of `TwoLines`. Inline elements have no width. */
const isTruncated = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  (clientWidth > 0 && scrollWidth > clientWidth) ||
  // Glyphs can exceed a line by a few pixels. A hidden line exceeds the cell by more than 8 pixels.
  (clientHeight > 0 && scrollHeight > clientHeight + 8);

function readCellText(cell: Element): string {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (texts.nextNode()) parts.push(texts.currentNode.textContent?.trim() ?? '');
  return parts.filter((part) => part !== '').join(' ');
}
