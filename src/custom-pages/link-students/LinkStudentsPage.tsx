import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useGetList } from 'react-admin';
import type { StudentRow } from '../../../contract/students/students';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { missing } from '../../i18n/ar/firstHour';
import { links as say } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { PageTurner } from '../../ui/list/PageTurner';
import { SearchField } from '../../ui/list/SearchField';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { MatchDialog } from './MatchDialog';
import { LinkedStudents, UnlinkedStudent } from './StudentLines';
import { type Linking, type Status, useLinking } from './useLinking';

/** Students without an account beside those who have one. */
export default function LinkStudentsPage() {
  const linking = useLinking();
  const { total } = useGetList('students', { pagination: { page: 1, perPage: 1 } });
  return (
    <Page title={t('links.title')} action={<LinkActions linking={linking} />}>
      <StatusBanner status={linking.status} onClose={linking.dropStatus} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <StudentSection
          name="unlinked"
          title={say.unlinkedTitle}
          search={say.search}
          filter={{ is_linked: false }}
          empty={
            total === 0 ? (
              <>
                {say.noStudents} <LinkButton to={missing.of.students.to} label={missing.of.students.button} />
              </>
            ) : (
              say.allLinked
            )
          }
        >
          {(students) =>
            students.map((student) => (
              <UnlinkedStudent key={student.id} student={student} linking={linking} />
            ))
          }
        </StudentSection>
        <StudentSection
          name="linked"
          title={say.linkedTitle}
          search={say.searchLinked}
          filter={{ is_linked: true }}
          empty={say.noneLinked}
        >
          {(students) => <LinkedStudents students={students} linking={linking} />}
        </StudentSection>
      </Box>
      <LinkNotes />
    </Page>
  );
}

/** "Link all that match" where the server can, and the demo link in demo mode only. */
function LinkActions({ linking }: { linking: Linking }) {
  const canMatch = useServerFeatures().has('linkMatching');
  const { isDemo } = useApi();
  const { data: isDemoMode } = useQuery({
    queryKey: ['settings', 'isDemo'],
    queryFn: isDemo,
    enabled: canMatch,
  });
  const [isMatching, setIsMatching] = useState(false);
  return (
    <>
      <LinkButton to="/users" label={say.users} variant="outlined" />
      {isDemoMode && (
        <Button variant="outlined" disabled={linking.demo.isPending} onClick={() => linking.demo.mutate()}>
          {say.demo}
        </Button>
      )}
      {canMatch && (
        <Button variant="contained" onClick={() => setIsMatching(true)}>
          {say.match}
        </Button>
      )}
      {isMatching && <MatchDialog linking={linking} onClose={() => setIsMatching(false)} />}
    </>
  );
}

const notes = ['needed', 'password', 'change', 'twoWay', 'unlink'] as const;

function LinkNotes() {
  return (
    <Card component="section" aria-labelledby="link-notes" sx={{ p: 2 }}>
      <Typography id="link-notes" variant="h3" component="h2">
        {t('labels.notes')}
      </Typography>
      <ul style={{ marginBlock: 8, paddingInlineStart: 24 }}>
        {notes.map((note) => (
          <SecondaryText component="li" key={note}>
            {say.notes[note]}
          </SecondaryText>
        ))}
      </ul>
    </Card>
  );
}

/** What came of the last write; it stays in sight where the list is long. */
function StatusBanner({ status, onClose }: { status: Status | null; onClose: () => void }) {
  if (!status) return null;
  const { isError, sentence, account } = status;
  return (
    <Alert
      severity={isError ? 'error' : 'success'}
      role={isError ? 'alert' : 'status'}
      onClose={onClose}
      closeText={t('ui.close')}
      sx={{ position: 'sticky', top: sizes.topBar + 8, zIndex: 2 }}
    >
      {sentence}
      {account && (
        <div>
          {say.demoAccount} <bdi>{account.username}</bdi>
          <br />
          {say.demoPassword} <code dir="ltr">{account.password}</code>
        </div>
      )}
    </Alert>
  );
}

const perPage = 10;

interface StudentSectionProps {
  /** Also the id of the heading. */
  name: string;
  title: string;
  search: string;
  filter: Record<string, unknown>;
  /** When there is nobody at all. */
  empty: ReactNode;
  children: (students: readonly StudentRow[]) => ReactNode;
}

function StudentSection(props: StudentSectionProps) {
  const { name, title, search, filter, empty, children } = props;
  const [{ q, page }, setAsked] = useState({ q: '', page: 1 });
  const {
    data,
    total = 0,
    error,
    isPending,
    refetch,
  } = useGetList<StudentRow>(
    'students',
    {
      filter: { ...filter, ...(q === '' ? {} : { q }) },
      sort: { field: 'full_name', order: 'ASC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  const pages = Math.ceil(total / perPage);
  // The last of a page may just have gone to the other list.
  if (!isPending && pages > 0 && page > pages) setAsked({ q, page: pages });
  const titleId = `${name}-title`;
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Typography id={titleId} variant="h2" sx={{ mb: 1.5 }}>
        {title} {data && <bdi className="figure">({total.toLocaleString('en')})</bdi>}
      </Typography>
      <Stack spacing={1}>
        <SearchField label={search} q={q} onSearch={(text) => setAsked({ q: text, page: 1 })} />
        {error && <ErrorState title={say.loadFailed} error={error} onRetry={refetch} />}
        {isPending && <LoadingState />}
        {data && data.length === 0 && !error && (
          <Typography role="status" color="text.secondary">
            {q === '' ? empty : say.noneFound}
          </Typography>
        )}
        {data && data.length > 0 && (
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {children(data)}
          </Stack>
        )}
        <PageTurner page={page} pages={pages} onTurn={(next) => setAsked({ q, page: next })} />
      </Stack>
    </Card>
  );
}
