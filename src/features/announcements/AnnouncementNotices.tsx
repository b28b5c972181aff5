import Campaign from '@mui/icons-material/CampaignOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, ButtonBase, Card, Collapse, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useStore } from 'react-admin';
import type { CurrentAnnouncement } from '../../../contract/families/announcements';
import { hijriDateWithoutYear } from '../../../contract/rules/hijri';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { AnnouncementText, pinnedEdge } from './AnnouncementText';

/** Numbers of announcements at the last visit. */
interface Counts {
  pinned: number;
  others: number;
}
const none: Counts = { pinned: 0, others: 0 };
const cardHeight = 150;
const stripHeight = 44;

/**
 * The announcements that reach the user today. The app remembers their number, so that the page reserves
 * their space, and need not wait for them after the first visit.
 */
export function useAnnouncements() {
  const isEnabled = useServerFeatures().has('announcements');
  const today = useToday();
  const { currentAnnouncements } = useApi();
  const [stored, store] = useStore<Counts | null>('announcements.counts', null);
  const { data, isLoading } = useQuery({
    queryKey: ['announcements', 'current'],
    queryFn: () => currentAnnouncements(),
    enabled: isEnabled,
  });
  // A page may stay open after midnight.
  const rows = data?.filter(({ until }) => until >= today);
  const pinned = rows?.filter(({ is_pinned }) => is_pinned);
  const others = rows?.filter(({ is_pinned }) => !is_pinned);
  const [pinnedCount, othersCount] = [pinned?.length, others?.length];
  useEffect(() => {
    if (pinnedCount === undefined || othersCount === undefined) return;
    if (pinnedCount !== stored?.pinned || othersCount !== stored.others)
      store({ pinned: pinnedCount, others: othersCount });
  }, [pinnedCount, othersCount, stored, store]);
  return {
    pinned,
    others,
    expected: isLoading ? (stored ?? none) : none,
    isPending: isLoading && stored === null,
  };
}

interface AnnouncementNoticesProps {
  notices: ReturnType<typeof useAnnouncements>;
  /** True if the parent has no gap between its children. */
  hasGapBelow?: boolean;
}

/** The pinned announcements, and one quiet line for all others. */
export function AnnouncementNotices({ notices, hasGapBelow = false }: AnnouncementNoticesProps) {
  const { pinned, others, expected } = notices;
  const hasContent = pinned
    ? pinned.length + (others?.length ?? 0) > 0
    : expected.pinned + expected.others > 0;
  if (!hasContent) return null;
  return (
    <Box
      component="section"
      className="no-print"
      aria-label={t('announcements.title')}
      sx={{ display: 'grid', gap: 1, minWidth: 0, ...(hasGapBelow && { mb: { xs: 1.5, sm: 2 } }) }}
    >
      {pinned
        ? pinned.map((one) => <PinnedCard key={one.id} announcement={one} />)
        : Array.from({ length: expected.pinned }, (_, index) => (
            <Skeleton key={index} variant="rounded" height={cardHeight} />
          ))}
      {others && others.length > 0 && <Others announcements={others} />}
      {!others && expected.others > 0 && <Skeleton variant="rounded" height={stripHeight} />}
    </Box>
  );
}

function PinnedCard({ announcement }: { announcement: CurrentAnnouncement }) {
  return (
    <Card
      sx={{
        p: { xs: 1.5, sm: 2 },
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        gap: 1.5,
        ...pinnedEdge,
      }}
    >
      <Campaign aria-hidden color="secondary" />
      <Content announcement={announcement} />
    </Card>
  );
}

function Content({ announcement: { title, text, until, author } }: { announcement: CurrentAnnouncement }) {
  const today = useToday();
  const end =
    until === today
      ? t('announcements.untilToday')
      : t('announcements.until', { day: hijriDateWithoutYear(until) });
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography component="h2" sx={{ fontWeight: 700, lineHeight: 1.6 }}>
        <bdi>{title}</bdi>
      </Typography>
      <AnnouncementText title={title} text={text}>
        <SecondaryText variant="caption">
          <bdi>{author}</bdi> · {end}
        </SecondaryText>
      </AnnouncementText>
    </Box>
  );
}

/** One line with the newest title. It unfolds to all announcements. */
function Others({ announcements }: { announcements: readonly CurrentAnnouncement[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const label = t('announcements.others', { smart_count: announcements.length });
  return (
    <Card sx={{ minWidth: 0 }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ width: '100%', minHeight: stripHeight, px: { xs: 1.5, sm: 2 }, gap: 1, textAlign: 'start' }}
      >
        <Campaign aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
        <Typography component="span" noWrap sx={{ flex: 1, minWidth: 0 }}>
          <SecondaryText component="span">{label}</SecondaryText>
          {!isOpen && (
            <>
              {' · '}
              <bdi>{announcements.map(({ title }) => title).join(t('ui.comma'))}</bdi>
            </>
          )}
        </Typography>
        <ExpandMore aria-hidden sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      <Collapse in={isOpen} id={id} unmountOnExit>
        <Box
          component="ul"
          sx={{ m: 0, px: { xs: 1.5, sm: 2 }, pb: 1.5, listStyle: 'none', display: 'grid', gap: 1.5 }}
        >
          {announcements.map((one) => (
            <li key={one.id}>
              <Content announcement={one} />
            </li>
          ))}
        </Box>
      </Collapse>
    </Card>
  );
}
