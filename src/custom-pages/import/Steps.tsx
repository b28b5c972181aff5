import Box from '@mui/material/Box';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { useIsPhone } from '../../ui/page/useIsPhone';
import type { FlowStep } from './useImportFlow';

const steps: readonly FlowStep[] = ['upload', 'mapping', 'preview', 'importing'];

/** Where in the dialog one is. On a phone one line says it. */
export function Steps({ step }: { step: FlowStep }) {
  const t = useText();
  const isPhone = useIsPhone();
  const at = steps.indexOf(step);
  if (isPhone)
    return (
      <Typography variant="body2" color="text.secondary" sx={{ px: 3, pb: 1 }}>
        {t('imports.stepOf', { step: at + 1, steps: steps.length, name: t(`imports.steps.${step}`) })}
      </Typography>
    );
  return (
    <Box sx={{ px: 3, pb: 2 }}>
      <Stepper activeStep={at}>
        {steps.map((one) => (
          <Step key={one}>
            <StepLabel {...(one === step ? { 'aria-current': 'step' as const } : {})}>
              {t(`imports.steps.${one}`)}
            </StepLabel>
          </Step>
        ))}
      </Stepper>
    </Box>
  );
}
