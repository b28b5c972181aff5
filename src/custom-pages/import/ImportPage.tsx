import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import Download from '@mui/icons-material/Download';
import Grades from '@mui/icons-material/GradingOutlined';
import Batches from '@mui/icons-material/GroupsOutlined';
import HelpOutline from '@mui/icons-material/HelpOutline';
import Accounts from '@mui/icons-material/CoPresentOutlined';
import InsertLink from '@mui/icons-material/InsertLink';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import Subjects from '@mui/icons-material/MenuBookOutlined';
import Students from '@mui/icons-material/PersonOutlined';
import Programs from '@mui/icons-material/SchoolOutlined';
import { Box, Button, ButtonBase, Card, Typography } from '@mui/material';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ImportType } from '../../../contract/vocabulary';
import { canOpen } from '../../dataProvider/access';
import { useSession } from '../../dataProvider/session';
import { getOpenedFile, setOpenedFile } from '../../features/import/openedFile';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { useWindowEvent } from '../../ui/page/useWindowEvent';
import { download } from '../../ui/report/excelFile';
import { templateFile } from './fields';
import { ImportDialog } from './ImportDialog';
import { Instructions, Tips } from './ImportHelp';
import { SheetsDialog } from './SheetsDialog';
import { FileDrop } from './SourceFields';
import { UnfinishedImports } from './UnfinishedImports';
import { useImportTypes } from './useImportTypes';

type OpenDialog = { kind: 'file'; file: File } | { kind: 'link' | 'sheets' | 'instructions' } | null;

/** `?type=students` opens the page with that type. */
export default function ImportPage() {
  const typeId = useId();
  const [params, setParams] = useSearchParams();
  const requestedType = params.get('type');
  const types = useImportTypes();
  const type = types.find((one) => one === requestedType) ?? 'students';
  const user = useSession()?.user;
  const [openDialog, setOpenDialog] = useState(initialDialog);
  useEffect(() => setOpenedFile(null), []);
  const close = () => setOpenDialog(null);
  usePreventFileDrop();
  const typeName = t(`imports.types.${type}`);
  return (
    <Page
      title={t('menu.import')}
      subtitle={t('imports.subtitle')}
      action={
        <>
          {user && canOpen(user.role, '/cleanup', user.section) && (
            <LinkButton to="/cleanup" label={t('menu.cleanup')} variant="outlined" startIcon={<Cleanup />} />
          )}
          <Button
            variant="outlined"
            startIcon={<HelpOutline />}
            onClick={() => setOpenDialog({ kind: 'instructions' })}
          >
            {t('imports.instructions')}
          </Button>
        </>
      }
    >
      <UnfinishedImports />
      <section>
        <Typography id={typeId} variant="h2" sx={{ mb: 1.5 }}>
          {t('imports.chooseType')}
        </Typography>
        <TypeChoice
          types={types}
          value={type}
          labelId={typeId}
          onChange={(chosen) => setParams({ type: chosen }, { replace: true })}
        />
      </section>
      <section>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          {t('imports.chooseMethod')}
        </Typography>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '3fr 2fr' } }}>
          <Card sx={{ p: 2, display: 'grid' }}>
            <FileDrop
              title={t('imports.file')}
              text={t('imports.fileText')}
              onFile={(file) => setOpenDialog({ kind: 'file', file })}
            >
              <Button
                variant="outlined"
                startIcon={<Download />}
                onClick={() =>
                  download(templateFile(type), `${t('imports.templateOf', { type: typeName })}.csv`)
                }
              >
                {t('imports.template')}
              </Button>
            </FileDrop>
          </Card>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <MethodCard
              icon={<InsertLink />}
              title={t('imports.link')}
              text={t('imports.linkText')}
              action={t('imports.enterLink')}
              onOpen={() => setOpenDialog({ kind: 'link' })}
            />
            <MethodCard
              icon={<LayersOutlined />}
              title={t('imports.manyTitle')}
              text={t('imports.manyText')}
              action={t('imports.manyTitle')}
              onOpen={() => setOpenDialog({ kind: 'sheets' })}
            />
          </Box>
        </Box>
      </section>
      <Tips />
      {(openDialog?.kind === 'file' || openDialog?.kind === 'link') && (
        <ImportDialog
          // The type in the address may change after a file opens; the dialog then reads the file again.
          key={type}
          type={type}
          isOnline={openDialog.kind === 'link'}
          file={openDialog.kind === 'file' ? openDialog.file : null}
          onClose={close}
        />
      )}
      {openDialog?.kind === 'sheets' && <SheetsDialog onClose={close} />}
      {openDialog?.kind === 'instructions' && <Instructions onClose={close} />}
    </Page>
  );
}

function initialDialog(): OpenDialog {
  const file = getOpenedFile();
  return file && { kind: 'file', file };
}

interface MethodCardProps {
  icon: ReactNode;
  title: string;
  text: string;
  action: string;
  onOpen: () => void;
}

const MethodCard = ({ icon, title, text, action, onOpen }: MethodCardProps) => (
  <Card sx={{ p: 2.5, display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box aria-hidden sx={{ display: 'grid', color: 'text.secondary' }}>
        {icon}
      </Box>
      <Typography variant="h3">{title}</Typography>
    </Box>
    <SecondaryText sx={{ flex: 1 }}>{text}</SecondaryText>
    <Button variant="outlined" onClick={onOpen}>
      {action}
    </Button>
  </Card>
);

/** The browser would open a file that is dropped outside of the drop area, which ends a running import. */
function usePreventFileDrop(): void {
  const preventNavigation = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  useWindowEvent('dragover', preventNavigation);
  useWindowEvent('drop', preventNavigation);
}

const icons = {
  students: Students,
  subjects: Subjects,
  programs: Programs,
  batches: Batches,
  grades: Grades,
  users: Accounts,
};

interface TypeChoiceProps {
  types: readonly ImportType[];
  value: ImportType;
  labelId: string;
  onChange: (type: ImportType) => void;
}

function TypeChoice({ types, value, labelId, onChange }: TypeChoiceProps) {
  const move = (event: React.KeyboardEvent, type: ImportType) => {
    const index = types.indexOf(type);
    const step = { ArrowLeft: 1, ArrowDown: 1, ArrowRight: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = types[(index + step + types.length) % types.length] ?? type;
    onChange(next);
    document.getElementById(`import-${next}`)?.focus();
  };
  return (
    <Box
      role="radiogroup"
      aria-labelledby={labelId}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr 1fr', md: `repeat(${types.length}, minmax(0, 1fr))` },
      }}
    >
      {types.map((type) => {
        const Icon = icons[type];
        const isChosen = type === value;
        return (
          <ButtonBase
            key={type}
            id={`import-${type}`}
            role="radio"
            aria-checked={isChosen}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onChange(type)}
            onKeyDown={(event) => move(event, type)}
            sx={{
              display: 'grid',
              justifyContent: 'start',
              justifyItems: 'start',
              alignContent: 'start',
              textAlign: 'start',
              gap: 0.5,
              p: 2,
              border: 1,
              borderRadius: 1.5,
              borderColor: isChosen ? 'primary.main' : 'divider',
              bgcolor: isChosen ? 'action.selected' : 'background.paper',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Icon aria-hidden sx={{ color: isChosen ? 'primary.main' : 'text.secondary' }} />
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {t(`imports.types.${type}`)}
            </Typography>
            <SecondaryText component="span" variant="caption">
              {t(`imports.foundBy.${type}`)}
            </SecondaryText>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
