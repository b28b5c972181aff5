import { Box, Link as MuiLink, Typography } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';
import { type RaRecord, useRecordContext } from 'react-admin';
import { Link, type To } from 'react-router';
import { SecondaryText } from '../page/SecondaryText';
import { ListSelection, RecordCheckbox } from './RecordCheckbox';

/** The URL that a tap on a record opens, or null. */
export const RecordAddress = createContext<(record: RaRecord) => To | null>(() => null);

interface RecordRowProps {
  badge?: ReactNode;
  title: ReactNode;
  /** The second line. A `ShortenedName` gets the remaining width. */
  details: readonly ReactNode[];
  /** Usually the menu «⋯». */
  actions?: ReactNode;
}

/** A record on a phone, as two lines. While selecting, a checkbox replaces the link and the actions. */
export function RecordRow({ badge, title, details, actions }: RecordRowProps) {
  const selection = useContext(ListSelection);
  const record = useRecordContext();
  const findAddress = useContext(RecordAddress);
  const isSelecting = selection?.isSelecting === true && record !== undefined;
  const address = isSelecting || !record ? null : findAddress(record);
  return (
    <Box component="li" data-record="" sx={rowStyle}>
      {isSelecting && <RecordCheckbox id={record.id} name={selection.recordName(record)} />}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {badge}
          <Typography component="h2" sx={titleStyle}>
            {address === null ? (
              title
            ) : (
              <MuiLink component={Link} to={address} color="inherit" underline="none">
                {title}
              </MuiLink>
            )}
          </Typography>
        </Box>
        <RecordDetails details={details} />
      </Box>
      {!isSelecting && actions}
    </Box>
  );
}

export const RecordDetails = ({ details }: Pick<RecordRowProps, 'details'>) => (
  <SecondaryText component="div" variant="caption" sx={detailsStyle}>
    {details.filter(Boolean).map((detail, index) => (
      <span key={index}>{detail}</span>
    ))}
  </SecondaryText>
);

/** The rows of a list on a phone. The list has one frame. */
export const recordRows = {
  m: 0,
  p: 0,
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  backgroundColor: 'background.paper',
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
} as const;

const rowStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 60,
  paddingBlock: 0.75,
  paddingInline: '12px 4px',
} as const;

const titleStyle = {
  minWidth: 0,
  fontSize: '0.9375rem',
  fontWeight: 600,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
} as const;

const detailsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  minWidth: 0,
  // The separator is outside of an isolated figure.
  '& > *': { display: 'inline-flex', minWidth: 0, whiteSpace: 'pre' },
  '& > :not(:last-child)::after': { content: '" · "' },
  // If the rest of the line is too narrow for the end of the name, the name wraps.
  '& > :has(> [data-shortened])': { flex: '1 1 8rem' },
} as const;
