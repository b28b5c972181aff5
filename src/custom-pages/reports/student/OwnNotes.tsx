import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { hijriDate } from '../../../../contract/rules/hijri';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useApi } from '../../../dataProvider/useApi';
import { NoteMark, NoteText } from '../../../features/behaviour/NoteFacts';
import { t } from '../../../i18n/text';
import { ListRow } from '../../../ui/list/ListRow';
import { Panel } from '../../../ui/page/Panel';
import { SecondaryText } from '../../../ui/page/SecondaryText';

/** A student of age reads what a guardian would read. Without notes there is no panel, and no paper has them. */
export default function OwnNotes() {
  const { behaviour } = useApi();
  const isOurs = useServerFeatures().has('guardians');
  const { data = [] } = useQuery({
    queryKey: ['behaviour-notes', 'own'],
    queryFn: async () => (await behaviour()).own(),
    enabled: isOurs,
  });
  if (data.length === 0) return null;
  return (
    <Panel title={t('behaviour.ownTitle')} isOnScreenOnly>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((note) => (
          <ListRow key={note.id}>
            <NoteMark note={note} />
            <NoteText note={note} />
            <SecondaryText variant="caption" component="div">
              <time dateTime={note.date}>
                <bdi>{hijriDate(note.date)}</bdi>
              </time>
            </SecondaryText>
          </ListRow>
        ))}
      </Box>
    </Panel>
  );
}
