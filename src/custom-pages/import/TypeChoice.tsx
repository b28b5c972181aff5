import Batches from '@mui/icons-material/GroupsOutlined';
import Grades from '@mui/icons-material/GradingOutlined';
import Programs from '@mui/icons-material/SchoolOutlined';
import Students from '@mui/icons-material/PersonOutlined';
import Subjects from '@mui/icons-material/MenuBookOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type ImportType, importTypes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';

const icons = {
  students: Students,
  subjects: Subjects,
  programs: Programs,
  batches: Batches,
  grades: Grades,
};

interface TypeChoiceProps {
  value: ImportType;
  labelId: string;
  onChange: (type: ImportType) => void;
}

/** The five kinds of data, one chosen. */
export function TypeChoice({ value, labelId, onChange }: TypeChoiceProps) {
  const t = useText();
  const move = (event: React.KeyboardEvent, type: ImportType) => {
    const at = importTypes.indexOf(type);
    const step = { ArrowLeft: 1, ArrowDown: 1, ArrowRight: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = importTypes[(at + step + importTypes.length) % importTypes.length] ?? type;
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
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, minmax(0, 1fr))' },
      }}
    >
      {importTypes.map((type) => {
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
            <Typography component="span" variant="caption" color="text.secondary">
              {t(`imports.foundBy.${type}`)}
            </Typography>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
