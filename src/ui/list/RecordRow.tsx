import { styled } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';
import { type RaRecord, useRecordContext } from 'react-admin';
import { Link, type To } from 'react-router';
import { sizes } from '../../theme/tokens';
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
    <Row data-record="">
      {isSelecting && <RecordCheckbox id={record.id} name={selection.recordName(record)} />}
      <div className="record-text">
        <div className="record-title">
          {badge}
          <h2>{address === null ? title : <Link to={address}>{title}</Link>}</h2>
        </div>
        <RecordDetails details={details} />
      </div>
      {!isSelecting && actions}
    </Row>
  );
}

export const RecordDetails = ({ details }: Pick<RecordRowProps, 'details'>) => (
  <Details>
    {details.filter(Boolean).map((detail, index) => (
      <span key={index}>{detail}</span>
    ))}
  </Details>
);

/** The rows of a list on a phone. The list has one frame. */
export const RecordRows = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${theme.colours.hairline}`,
  borderRadius: 1.5 * sizes.controlRadius,
  backgroundColor: theme.colours.surface,
  '& > li + li': { borderTop: `1px solid ${theme.colours.hairline}` },
}));

/** One style for the parts of a row, because Emotion takes long to style each part of each row. */
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 60,
  paddingBlock: 6,
  paddingInline: '12px 4px',
  '& > .record-text': { flex: 1, minWidth: 0 },
  '& .record-title': { display: 'flex', alignItems: 'center', gap: 8 },
  '& .record-title > h2': {
    ...theme.typography.body1,
    margin: 0,
    minWidth: 0,
    fontSize: '0.9375rem',
    fontWeight: 600,
    lineHeight: 1.5,
    overflowWrap: 'anywhere',
  },
  '& .record-title > h2 > a': { color: 'inherit', textDecoration: 'none' },
}));

const Details = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  color: theme.colours.quietInk,
  display: 'flex',
  flexWrap: 'wrap',
  minWidth: 0,
  // The separator is outside of an isolated figure.
  '& > *': { display: 'inline-flex', minWidth: 0, whiteSpace: 'pre' },
  '& > :not(:last-child)::after': { content: '" · "' },
  // If the rest of the line is too narrow for the end of the name, the name wraps.
  '& > :has(> [data-shortened])': { flex: '1 1 8rem' },
}));
