import { Button } from '@mui/material';
import { type ReactNode, Suspense, useState } from 'react';
import {
  ListBase,
  type ListBaseProps,
  type RaRecord,
  type SortPayload,
  useListContext,
  useResourceContext,
  useStore,
} from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import type { ar } from '../../i18n/ar';
import { t } from '../../i18n/text';
import { Page } from '../page/Page';
import { EmptyState } from '../page/States';
import { useIsPhone } from '../page/useIsPhone';
import { later } from '../page/later';
import { ListContent, type ListContentProps } from './ListContent';
import type { Chosen } from './ListTable';
import { ListChoice } from './RecordChoice';

const ChosenBar = later(() => import('./ChosenBar'));

type Needed = Record<'title' | 'subtitle' | 'loadFailed' | 'emptyTitle' | 'emptyText', string>;
/** The parts of the catalogue with the sentences of a list. */
type Listed = { [Name in keyof typeof ar]: (typeof ar)[Name] extends Needed ? Name : never }[keyof typeof ar];

interface ListPageProps<R> extends Pick<ListContentProps<R>, 'table' | 'renderCard' | 'addressOf'> {
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
  /** Records can be chosen where the server can do something with several at once. */
  chosen?: Chosen<R>;
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
  perPage,
  tools,
  add,
  figures,
  filters,
  emptyText,
  chosen,
  children,
  ...rows
}: ListPageProps<R>) {
  const isPhone = useIsPhone();
  const hasChoice = useServerFeatures().has('several') && chosen !== undefined;
  /** A table has boxes; on a phone records are chosen in a mode of their own. */
  const [isChoosingWanted, setIsChoosing] = useState(false);
  const isChoosing = isPhone && hasChoice && isChoosingWanted;
  const choice = hasChoice ? { nameOf: chosen.nameOf as (record: RaRecord) => string, isChoosing } : null;
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
    <ListFrame sort={sort} resource={resource} perPage={perPage}>
      <ListChoice value={choice}>
        <Page
          title={t(`${of}.title`)}
          tools={
            <>
              {isPhone && hasChoice && !isChoosing && (
                <Button variant="outlined" onClick={() => setIsChoosing(true)}>
                  {t('ui.chooseSome')}
                </Button>
              )}
              {tools}
            </>
          }
          mainAction={!isChoosing && add}
          figures={figures}
          filters={filters}
        >
          <ListContent<R> failed={t(`${of}.loadFailed`)} empty={empty} isChoosing={isChoosing} {...rows} />
          {hasChoice && (
            <WhileChosen isChoosing={isChoosing}>
              <ChosenBar chosen={chosen as Chosen<RaRecord>} onEnd={() => setIsChoosing(false)} />
            </WhileChosen>
          )}
          {children}
        </Page>
      </ListChoice>
    </ListFrame>
  );
}

interface ListFrameProps extends Pick<ListBaseProps, 'sort' | 'children' | 'queryOptions'> {
  /** Where no `Resource` around says it. */
  resource?: string | undefined;
  perPage?: number | undefined;
}

/** The list around; a page has as many rows as the person chose last, also where a link has filters and no size. */
export function ListFrame({ resource, perPage = 25, ...list }: ListFrameProps) {
  const name = useResourceContext({ resource }) ?? '';
  const [size] = useStore(`${name}.perPage`, perPage);
  const mended = useMendedPages();
  // Before the list asks for rows that cannot exist.
  if (mended !== null) return <Navigate to={{ search: mended }} replace />;
  return <ListBase resource={name} perPage={size} {...list} />;
}

/** Of pages and of their rows; a page after the last one is turned back once the list is known. */
const pageNumber = /^[1-9]\d{0,3}$/;

/** The search of the address without numbers of pages that no list has; null if it has none of them. */
function useMendedPages(): string | null {
  const search = new URLSearchParams(useLocation().search);
  const wrong = ['page', 'perPage'].filter((name) => !pageNumber.test(search.get(name) ?? '1'));
  for (const name of wrong) search.delete(name);
  return wrong.length === 0 ? null : String(search);
}

interface WhileChosenProps {
  /** Shown even if nothing is chosen yet. */
  isChoosing: boolean;
  children: ReactNode;
}

function WhileChosen({ isChoosing, children }: WhileChosenProps) {
  const { selectedIds } = useListContext();
  return (selectedIds.length > 0 || isChoosing) && <Suspense>{children}</Suspense>;
}
