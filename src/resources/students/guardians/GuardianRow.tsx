import { Box, Chip, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { GuardianRights } from '../../../../contract/families/guardians';
import { type GuardianRelation, guardianRelationNames } from '../../../../contract/vocabulary';
import { t } from '../../../i18n/text';
import { ListRow } from '../../../ui/list/ListRow';
import { PhoneLink } from '../../../ui/page/PhoneLink';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { guardianName, rightNames } from './guardianModel';

interface Contact {
  phone: string;
  callNumber: string | null;
}

interface GuardianRowProps {
  name: string | null;
  relation: GuardianRelation;
  isPrimary: boolean;
  rights: GuardianRights;
  contacts: readonly Contact[];
  action?: ReactNode;
  children?: ReactNode;
}

export function GuardianRow({
  name,
  relation,
  isPrimary,
  rights,
  contacts,
  action,
  children,
}: GuardianRowProps) {
  const allowed = rightNames.filter((right) => rights[right]);
  return (
    <ListRow action={action && <Box sx={{ flexShrink: 0, alignSelf: 'flex-start' }}>{action}</Box>}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <bdi>{guardianName(name, relation)}</bdi>
        </Typography>
        {name && <SecondaryText>{guardianRelationNames[relation]}</SecondaryText>}
        {isPrimary && <Chip size="small" color="primary" variant="outlined" label={t('guardians.primary')} />}
      </Stack>
      {contacts.length > 0 && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2 }}>
          {contacts.map((contact) => (
            <PhoneLink key={contact.phone} {...contact} />
          ))}
        </Stack>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, my: 0.5 }}>
        {allowed.map((right) => (
          <Chip key={right} size="small" label={t(`guardians.rights.${right}`)} />
        ))}
        {allowed.length === 0 && <SecondaryText variant="caption">{t('guardians.noRights')}</SecondaryText>}
      </Stack>
      {children}
    </ListRow>
  );
}

/** The contacts without empty ones. */
export const contactsOf = (
  ...contacts: readonly { phone: string | null; callNumber: string | null }[]
): Contact[] => contacts.filter((contact): contact is Contact => Boolean(contact.phone));
