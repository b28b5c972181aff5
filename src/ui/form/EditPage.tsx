import { type ComponentType, Fragment, type ReactNode } from 'react';
import { EditBase, type TransformData } from 'react-admin';
import { Page } from '../page/Page';
import { EditContent } from './EditContent';
import { RecordForm } from './RecordForm';
import type { StaleField } from './StaleDialog';
import { StaleSaveDialog } from './StaleSaveDialog';
import type { useSaveOutcome } from './useSaveOutcome';

interface EditPageProps {
  title: string;
  subtitle: ReactNode;
  /** Shown where the record cannot be read. */
  failed: string;
  outcome: ReturnType<typeof useSaveOutcome>;
  /** What two tabs may disagree about. */
  fields: readonly StaleField[];
  transform?: TransformData;
  maxWidth?: number;
  /** What is to stand around the form, to ask before it is saved. */
  around?: ComponentType<{ children: ReactNode }>;
  /** The inputs. */
  children: ReactNode;
}

/** The screen of a stored record: its form, and the question when somebody else has changed it meanwhile. */
export function EditPage(props: EditPageProps) {
  const {
    title,
    subtitle,
    failed,
    outcome,
    fields,
    transform,
    maxWidth,
    around: Around = Fragment,
    children,
  } = props;
  return (
    <EditBase
      mutationMode="pessimistic"
      mutationOptions={outcome.mutationOptions}
      redirectOnError={false}
      {...(transform ? { transform } : {})}
    >
      <Page title={title} subtitle={subtitle}>
        <EditContent failed={failed}>
          <Around>
            <RecordForm {...(maxWidth ? { maxWidth } : {})}>{children}</RecordForm>
          </Around>
        </EditContent>
      </Page>
      <StaleSaveDialog stale={outcome.stale} fields={fields} onClose={outcome.dropStale} />
    </EditBase>
  );
}
