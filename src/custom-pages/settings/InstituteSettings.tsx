import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { SaveContextProvider } from 'react-admin';
import { FormProvider } from 'react-hook-form';
import type { Settings } from '../../../contract/settings';
import { FormDraft } from '../../ui/form/FormDraft';
import { LeaveQuestion } from '../../ui/form/LeaveQuestion';
import { StaleDialog } from '../../ui/form/StaleDialog';
import { FormBar } from '../../ui/form/UnsavedBar';
import { CalendarFields } from './CalendarFields';
import { IdentityFields } from './IdentityFields';
import { TermFields } from './TermFields';
import { useSettingsForm } from './useSettingsForm';
import { useStaleFields } from './useStaleFields';
import { WorkFields } from './WorkFields';

interface InstituteSettingsProps {
  settings: Settings;
  onSaved: (saved: Settings) => void;
}

/** What an admin settles for the whole institute; a fresh form after each save. */
export function InstituteSettings(props: InstituteSettingsProps) {
  const [round, setRound] = useState(0);
  return <InstituteForm key={round} {...props} onOver={() => setRound(round + 1)} />;
}

function InstituteForm({ settings, onSaved, onOver }: InstituteSettingsProps & { onOver: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { form, isDirty, isPending, stale, submit, leave, resolve, dropStale, saveContext } = useSettingsForm(
    settings,
    onSaved,
    onOver,
  );
  const fields = useStaleFields(stale);
  return (
    <SaveContextProvider value={saveContext}>
      <FormProvider {...form}>
        <Stack
          component="form"
          noValidate
          spacing={{ xs: 2, sm: 3 }}
          onSubmit={(event) => void submit(event)}
        >
          <FormDraft />
          <Section>
            <IdentityFields />
          </Section>
          <Section>
            <CalendarFields settings={settings} />
          </Section>
          <Section>
            <TermFields today={settings.today} />
          </Section>
          <Section>
            <WorkFields />
          </Section>
          {isDirty && <FormBar onCancel={() => setIsAsking(true)} />}
        </Stack>
      </FormProvider>
      <LeaveQuestion isOpen={isAsking} onStay={() => setIsAsking(false)} onLeave={() => void leave()} />
      {stale && (
        <StaleDialog
          {...stale}
          key={String(stale.theirs['version'])}
          fields={fields}
          isSaving={isPending}
          onResolve={resolve}
          onClose={dropStale}
        />
      )}
    </SaveContextProvider>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>{children}</Card>
);
