import Delete from '@mui/icons-material/DeleteOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type RaRecord, useListContext, useResourceContext } from 'react-admin';
import { maxBulkRecords } from '../../../contract/bulk/bulkCalls';
import type { ResourceName } from '../../dataProvider/resources';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { ConfirmDelete, DependentCounts, useDeletion } from '../dialog/ConfirmDelete';
import { useNotices } from '../dialog/Toasts';
import { StickyBar } from '../form/UnsavedBar';
import { IconAction } from '../page/IconAction';
import { useExcelExport } from '../report/useExcelExport';
import type { Selection } from './ListColumn';

interface SelectionBarProps<R> {
  selection: Selection<R>;
  onEnd: () => void;
}

/** Actions for the selected records of all pages. Each action is one operation. */
export default function SelectionBar<R extends RaRecord>({ selection, onEnd }: SelectionBarProps<R>) {
  const resource = useResourceContext() as ResourceName;
  const { selectedIds, total = 0, onSelectAll, onUnselectItems } = useListContext<R>();
  const { exportRows, progress } = useExcelExport(selection.excel, selectedIds);
  const ids = selectedIds.map(Number);
  const hasTooMany = ids.length > maxBulkRecords;
  const isLocked = ids.length === 0 || hasTooMany;
  const end = () => {
    onUnselectItems();
    onEnd();
  };
  return (
    <StickyBar height={160} layout={{ px: 2, py: 1, display: 'flex', flexWrap: 'wrap' }}>
      <Typography role="status" color={hasTooMany ? 'error' : 'text.secondary'} sx={{ flex: '1 1 6rem' }}>
        {hasTooMany
          ? t('ui.tooManyChosen', { max: maxBulkRecords.toLocaleString('en') })
          : t('ui.chosen', { what: t(`counted.${resource}`, { smart_count: ids.length }) })}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button onClick={end} sx={{ px: 1 }}>
          {t('ui.chooseNone')}
        </Button>
        {ids.length < total && (
          <Button onClick={() => onSelectAll({ limit: maxBulkRecords })} sx={{ px: 1 }}>
            {t('ui.chooseAll', { total })}
          </Button>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginInlineStart: 'auto' }}>
        {selection.renderActions?.(ids, end)}
        <IconAction
          title={t('ui.exportChosen')}
          disabled={isLocked || progress !== null}
          onClick={() => void exportRows()}
        >
          <Download />
        </IconAction>
        <DeleteSelected ids={ids} isLocked={isLocked} onDone={end} />
      </Box>
    </StickyBar>
  );
}

interface DeleteSelectedProps {
  ids: number[];
  isLocked: boolean;
  onDone: () => void;
}

function DeleteSelected({ ids, isLocked, onDone }: DeleteSelectedProps) {
  const resource = useResourceContext() as ResourceName;
  const { removeMany } = useApi();
  const { notifyDone } = useNotices();
  const { open, close, onError, dialog } = useDeletion(t('ui.deleteSeveralFailed'));
  const { mutate, isPending } = useMutation({
    mutationFn: (confirm?: number) => removeMany(resource, ids, confirm),
    onSuccess: ({ message, operation_id }) => {
      close();
      onDone();
      notifyDone(message, { operation_id });
    },
    onError,
  });
  return (
    <>
      <IconAction title={t('ui.deleteChosen')} color="error" disabled={isLocked} onClick={open}>
        <Delete />
      </IconAction>
      <ConfirmDelete
        {...dialog}
        question={t('ui.deleteSeveral', { what: t(`counted.${resource}`, { smart_count: ids.length }) })}
        isPending={isPending}
        onConfirm={mutate}
      >
        {dialog.isOpen && resource !== 'users' && (
          <DependentCounts resource={resource} ids={ids} isDeleting={isPending} />
        )}
      </ConfirmDelete>
    </>
  );
}
