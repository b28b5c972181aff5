import Key from '@mui/icons-material/KeyOutlined';
import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import type { Guardian } from '../../../contract/families/guardians';
import { guardianLink as labels } from '../../i18n/ar/families/guardianLink';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { Moment } from '../../ui/page/Moment';
import { SecondaryText } from '../../ui/page/SecondaryText';

const GuardianLinkDialog = lazyDialog(() => import('./GuardianLinkDialog'));

interface GuardianLinkProps {
  guardian: Pick<Guardian, 'id' | 'link' | 'phone_key'>;
  /** Reads the guardian again after his link was made or ended. */
  onChange: () => void;
}

/** The state of the link to the private page of a guardian, and the button that opens its dialog. */
export function GuardianLink({ guardian, onChange }: GuardianLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      <Button
        size="small"
        startIcon={<Key />}
        onClick={() => setIsOpen(true)}
        // The icon starts where the lines above it start.
        sx={{ marginInlineStart: -1 }}
      >
        {labels.title}
      </Button>
      <GuardianLinkState link={guardian.link} />
      {isOpen && (
        <GuardianLinkDialog guardian={guardian} onChange={onChange} onClose={() => setIsOpen(false)} />
      )}
    </Stack>
  );
}

function GuardianLinkState({ link }: Pick<Guardian, 'link'>) {
  if (!link) return <SecondaryText>{labels.none}</SecondaryText>;
  return (
    <SecondaryText>
      {link.last_used_at === null ? (
        labels.neverUsed
      ) : (
        <>
          {labels.usedOn} <Moment value={link.last_used_at} />
        </>
      )}
    </SecondaryText>
  );
}
