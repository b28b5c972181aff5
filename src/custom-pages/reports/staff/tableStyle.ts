const phone = '@media screen and (max-width: 599.95px)';

/** A table on the screen and on paper. */
export const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.9375rem',
  '& th, & td': {
    padding: '8px 12px',
    textAlign: 'start',
    verticalAlign: 'middle',
    borderBlockEnd: '1px solid',
    borderColor: 'divider',
    // A number is not broken to make room for the other columns.
    overflowWrap: 'break-word',
    minWidth: '4.5rem',
  },
  '& tbody tr:last-of-type > *': { borderBlockEnd: 0 },
  '& thead th': { fontWeight: 600, color: 'text.secondary', bgcolor: 'action.hover' },
  '& tbody th': { fontWeight: 600, minWidth: '9rem' },
  '& tbody [data-kind="name"], & tbody [data-kind="text"]': { overflowWrap: 'anywhere' },
  '& [data-kind="figure"], & [data-kind="letter"]': { textAlign: 'center' },
  '& [data-kind="day"], & [data-kind="letter"], & tbody [data-kind="figure"]': { whiteSpace: 'nowrap' },
  '@media print': {
    // As compact as the PDF: a row is two lines, for the day in both calendars.
    fontSize: '8.5pt',
    '& thead': { display: 'table-header-group' },
    '& tr': { breakInside: 'avoid' },
    '& th, & td': { padding: '2px 5px', minWidth: 0, lineHeight: 1.25 },
    '& [data-kind="day"] *': { fontSize: '8pt', lineHeight: 'inherit' },
    '& tbody th': { minWidth: '34mm' },
  },
} as const;

/** On a phone each row is a card; a table of two or three narrow columns needs none. */
export const phoneCards = {
  [phone]: {
    '&, & tbody, & tr, & th, & td': { display: 'block' },
    '& thead': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    '& tbody tr': { padding: '8px 0', borderBlockEnd: '1px solid', borderColor: 'divider' },
    '& tbody tr:last-of-type': { borderBlockEnd: 0 },
    '& tbody th, & tbody td': { borderBlockEnd: 0, padding: '4px 16px' },
    '& tbody td': { display: 'flex', justifyContent: 'space-between', gap: '16px' },
    '& tbody td::before': { content: 'attr(data-head)', color: 'text.secondary', flexShrink: 0 },
    '& tbody td > span': { textAlign: 'end', minWidth: 0 },
    // A card says what is there; of marks it says what is missing too.
    '& tbody td[data-kind="text"][data-empty]': { display: 'none' },
  },
} as const;
