import { Box, GlobalStyles } from '@mui/material';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { HifzMap } from '../../../contract/hifz/map';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { useInstitute, useToday } from '../../dataProvider/useInstitute';
import { hifz as labels } from '../../i18n/ar/hifz';
import { t } from '../../i18n/text';
import { MapGrid } from './MapGrid';
import { MapLegend } from './MapLegend';

interface MapPaperProps {
  map: HifzMap;
  name: string;
  student: string;
  memorised: string;
  onDone: () => void;
}

/** Opens the print dialog after mounting. The map fills one A4 page. */
export function MapPaper({ map, name, student, memorised, onDone }: MapPaperProps) {
  const today = useToday();
  const institute = useInstitute().data?.institute_name ?? t('shell.product');
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [onDone]);
  return createPortal(
    <Box data-map-paper sx={sheet}>
      <GlobalStyles styles={printStyles} />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
        <b>{institute}</b>
        <span>{labels.printedOn(hijriDate(today), gregorianDate(today))}</span>
      </Box>
      <Box component="h2" sx={{ m: 0, fontSize: '15pt', lineHeight: 1.5 }}>
        {labels.map}: <bdi>{name}</bdi> <bdi>{student}</bdi>
      </Box>
      <p style={{ margin: 0 }}>{memorised}</p>
      <MapLegend pages={map.pages} />
      <MapGrid map={map} name={name} isStatic />
    </Box>,
    document.body,
  );
}

const sheet = {
  display: 'none',
  '@media print': { display: 'grid', gap: '2mm' },
  fontSize: '10pt',
  '& [role="img"] > div': { height: '6.6mm' },
  '& [role="img"] b, & [role="img"] small': { lineHeight: '6.6mm', fontSize: '9pt', display: 'block' },
} as const;

const printStyles = {
  '@page': { size: 'A4', margin: '12mm' },
  '@media print': { '#root, .MuiModal-root': { display: 'none !important' } },
};
