import type { ReactNode } from 'react';
import { ListBase, type RaRecord, type SortPayload } from 'react-admin';
import type { ar } from '../../i18n/ar';
import { t } from '../../i18n/text';
import { Page } from '../page/Page';
import { EmptyState } from '../page/States';
import { ListContent, type ListContentProps } from './ListContent';

type Needed = Record<'title' | 'subtitle' | 'loadFailed' | 'emptyTitle' | 'emptyText', string>;
/** The parts of the catalogue with the sentences of a list. */
type Listed = { [Name in keyof typeof ar]: (typeof ar)[Name] extends Needed ? Name : never }[keyof typeof ar];

interface ListPageProps<R> extends Pick<
  ListContentProps<R>,
  'table' | 'renderCard' | 'isChoosing' | 'addressOf'
> {
  /** Whose list it is: `programs.title`, `programs.emptyText` … */
  of: Listed;
  /** Where no `Resource` around says it. */
  resource?: string;
  sort: SortPayload;
  perPage?: number;
  /** What can be done with the list, before the main action. */
  tools?: ReactNode;
  /** The main action, which is also the way out of an empty list. */
  add?: ReactNode;
  /** A `FigureStrip`. */
  figures?: ReactNode;
  filters: ReactNode;
  /** In place of the sentence of the catalogue. */
  emptyText?: string;
  /** What stands below the list. */
  children?: ReactNode;
}

/** The frame of every list of records: title, tools, figures, filters, and the rows in all their states. */
export function ListPage<R extends RaRecord>({
  of,
  resource,
  sort,
  perPage = 25,
  tools,
  add,
  figures,
  filters,
  emptyText,
  children,
  ...rows
}: ListPageProps<R>) {
  const empty = (
    <EmptyState
      title={t(`${of}.emptyTitle`)}
      text={
        <>
          {t(`${of}.subtitle`)} {emptyText ?? t(`${of}.emptyText`)}
        </>
      }
      action={add}
    />
  );
  return (
    <ListBase sort={sort} perPage={perPage} {...(resource === undefined ? {} : { resource })}>
      <Page title={t(`${of}.title`)} tools={tools} mainAction={add} figures={figures} filters={filters}>
        <ListContent<R> failed={t(`${of}.loadFailed`)} empty={empty} {...rows} />
        {children}
      </Page>
    </ListBase>
  );
}
