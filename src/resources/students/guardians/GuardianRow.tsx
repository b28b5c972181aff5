import Edit from '@mui/icons-material/EditOutlined';
import Remove from '@mui/icons-material/PersonRemoveOutlined';
import { Box, Chip, Link, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { GuardianRights } from '../../../../contract/families/guardians';
import { type GuardianRelation, guardianRelationNames } from '../../../../contract/vocabulary';
import { t } from '../../../i18n/text';
import { ListRow } from '../../../ui/list/ListRow';
import { RowActions, RowButton } from '../../../ui/list/RowActions';
import { Isolated } from '../../../ui/page/Isolated';
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
  email?: string | null;
  /** Undefined if the user may not change guardians. */
  onEdit?: () => void;
  onRemove?: () => void;
  children?: ReactNode;
}

export function GuardianRow({
  name,
  relation,
  isPrimary,
  rights,
  contacts,
  email,
  onEdit,
  onRemove,
  children,
}: GuardianRowProps) {
  const title = guardianName(name, relation);
  const allowed = rightNames.filter((right) => rights[right]);
  return (
    <ListRow>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Stack
          direction="row"
          sx={{ flex: 1, minWidth: 0, flexWrap: 'wrap', alignItems: 'center', columnGap: 1, py: 0.75 }}
        >
          <Typography sx={{ fontWeight: 600 }}>
            <bdi>{title}</bdi>
          </Typography>
          {name && <SecondaryText>{guardianRelationNames[relation]}</SecondaryText>}
          {isPrimary && (
            <Chip size="small" color="primary" variant="outlined" label={t('guardians.primary')} />
          )}
        </Stack>
        {onEdit && onRemove && (
          <Box sx={{ flexShrink: 0 }}>
            <RowActions
              name={title}
              main={
                <RowButton
                  title={t('ui.edit')}
                  label={t('ui.editOf', { name: title })}
                  icon={<Edit fontSize="small" />}
                  onClick={onEdit}
                />
              }
              deletion={
                <RowButton
                  title={t('guardians.remove')}
                  label={t('guardians.removeOf', { name: title })}
                  icon={<Remove fontSize="small" />}
                  color="error"
                  onClick={onRemove}
                />
              }
            />
          </Box>
        )}
      </Box>
      {(contacts.length > 0 || email) && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2 }}>
          {contacts.map((contact) => (
            <PhoneLink key={contact.phone} {...contact} />
          ))}
          {email && (
            <Link href={`mailto:${email}`} underline="hover">
              <Isolated>{email}</Isolated>
            </Link>
          )}
        </Stack>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, my: 0.75 }}>
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
