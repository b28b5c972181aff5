import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { parseRowId } from '../../../contract/fields';
import type { MergePreview } from '../../../contract/students/merge';
import type { StudentRow } from '../../../contract/students/students';
import { isNotFound } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
import { duplicates, merge as labels } from '../../i18n/ar/adminPages';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/States';
import { MergeForm } from './MergeForm';
import { PairList } from './PairList';

/** `/duplicates/{staying}/{merged}`; without the second student, the page asks for it. */
export default function MergePage() {
  const { id, other } = useParams();
  const [stayingId, mergedId] = [parseRowId(id ?? null), parseRowId(other ?? null)];
  if (stayingId === null || (other !== undefined && mergedId === null)) return <MissingStudent />;
  return mergedId === null ? (
    <ChooseOther id={stayingId} />
  ) : (
    <MergePair key={`${stayingId}-${mergedId}`} stayingId={stayingId} mergedId={mergedId} />
  );
}

const MissingStudent = () => (
  <Page title={labels.title}>
    <EmptyState
      title={labels.missingTitle}
      text={labels.missingText}
      action={<LinkButton to="/duplicates" label={labels.toDuplicates} variant="outlined" />}
    />
  </Page>
);

function MergePair({ stayingId, mergedId }: { stayingId: number; mergedId: number }) {
  const { mergePreview } = useApi();
  const [isStale, setIsStale] = useState(false);
  const [isMerged, setIsMerged] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['students', 'merge', stayingId, mergedId],
    queryFn: () => mergePreview(stayingId, mergedId),
    enabled: !isMerged,
    staleTime: 0,
  });
  if (isNotFound(error)) return <MissingStudent />;
  return (
    <Page title={labels.title} subtitle={labels.subtitle}>
      {error && <ErrorState title={labels.loadFailed} error={error} onRetry={refetch} />}
      {isPending && <LoadingState shape="form" />}
      {data && !error && (
        // Changed records or marks need new answers.
        <MergeForm
          key={versionsKey(data)}
          preview={data}
          isStale={isStale}
          onMerged={() => setIsMerged(true)}
          onStale={() => {
            setIsStale(true);
            void refetch();
          }}
        />
      )}
    </Page>
  );
}

const versionsKey = ({ staying, merged, marks }: MergePreview) =>
  JSON.stringify([
    staying.version,
    merged.version,
    marks.map(({ subject_id, versions }) => [subject_id, versions]),
  ]);

function ChooseOther({ id }: { id: number }) {
  const navigate = useNavigate();
  const api = useApi();
  const student = useGetOne<StudentRow>('students', { id });
  const pairs = useQuery({
    queryKey: ['students', 'duplicates', 'of', id],
    queryFn: () => api.duplicates({ from: 0, size: 20, studentRowId: id }),
    staleTime: 0,
  });
  if (isNotFound(student.error)) return <MissingStudent />;
  if (student.error)
    return (
      <Page title={labels.title}>
        <ErrorState title={labels.loadFailed} error={student.error} onRetry={student.refetch} />
      </Page>
    );
  return (
    <Page title={labels.title} subtitle={<bdi>{student.data?.full_name}</bdi>}>
      <Panel title={labels.chooseTitle}>
        <SecondaryText sx={{ mb: 2 }}>{labels.chooseText}</SecondaryText>
        <RecordPicker<StudentRow>
          resource="students"
          label={labels.other}
          placeholder={labels.choose}
          optionText={({ full_name }) => full_name}
          optionNote={({ student_id, batch_name }) =>
            [student_id, batch_name ?? duplicates.noBatch].filter(Boolean).join(' · ')
          }
          value={null}
          onChange={(other) => {
            if (other && other.id !== id) void navigate(`/duplicates/${id}/${other.id}`);
          }}
        />
      </Panel>
      <Panel title={duplicates.pairsOf} hasRows>
        {pairs.error && <ErrorState error={pairs.error} onRetry={pairs.refetch} />}
        {pairs.isPending && <LoadingState shape="rows" />}
        {pairs.data?.total === 0 && <SecondaryText role="status">{duplicates.none}</SecondaryText>}
        {pairs.data && pairs.data.total > 0 && <PairList pairs={pairs.data.pairs} stayingId={id} />}
      </Panel>
    </Page>
  );
}
