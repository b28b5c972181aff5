import { Autocomplete, Box, FormHelperText, TextField } from '@mui/material';
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { otherSurahNames } from '../../../contract/rules/mushafNames';
import { findSurahs, surahName } from '../../../contract/rules/mushafText';
import { t } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import {
  type EndProblem,
  maxNumber,
  canHaveMoreDigits,
  type MushafChoice,
  type MushafFields,
} from './useMushafRange';

interface MushafEndProps {
  end: 'from' | 'to';
  choice: MushafChoice;
  numberRef?: Ref<HTMLInputElement>;
}

export function MushafEnd({ end, choice, numberRef }: MushafEndProps) {
  const hintId = useId();
  const [isTyping, setIsTyping] = useState(false);
  const { fields, parsed } = choice;
  const { mode } = fields;
  const isUnfinished = parsed[end] === 'reversed' && isTyping && canHaveMoreDigits(fields);
  const problem = isUnfinished ? null : parsed[end];
  const name = end === 'from' ? 'first' : 'last';
  const label =
    mode === 'ayahs' ? t(end === 'from' ? 'mushaf.fromAyah' : 'mushaf.toAyah') : t(`mushaf.${name}.${mode}`);
  const hint = hintText(fields, end, problem);
  return (
    <Box role="group" aria-label={t(`mushaf.${end}`)} sx={{ minWidth: 0 }}>
      <Box sx={mode === 'ayahs' ? surahAndAyah : undefined}>
        {mode === 'ayahs' && (
          <MushafSurah
            label={t(end === 'from' ? 'mushaf.fromSurah' : 'mushaf.toSurah')}
            value={fields[end].surah}
            onChange={(surah) => choice.setSurah(end, surah)}
          />
        )}
        <MushafNumber
          label={label}
          value={fields[end].number}
          max={maxNumber(fields, end)}
          placeholder={mode !== 'ayahs' && end === 'to' ? fields.from.number : undefined}
          hasError={problem !== null}
          describedBy={hintId}
          inputRef={numberRef}
          onChange={(text) => choice.setNumber(end, text)}
          onFocus={() => setIsTyping(true)}
          onBlur={() => setIsTyping(false)}
        />
      </Box>
      <FormHelperText id={hintId} error={problem !== null} sx={{ mx: 1.75, minHeight: '1.66em' }}>
        {hint}
      </FormHelperText>
    </Box>
  );
}

const surahAndAyah = { display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr) 6.5rem' };

function hintText(fields: MushafFields, end: 'from' | 'to', problem: EndProblem | null): string {
  const max = maxNumber(fields, end);
  if (problem === 'reversed') return t('mushaf.reversed');
  if (problem === 'limits') return t('mushaf.outsideLimits', { most: max });
  if (fields.mode !== 'ayahs') return t('mushaf.limits', { most: max });
  const surah = surahName(fields[end].surah ?? 0);
  if (surah === '') return '';
  const ayahs = t('mushaf.ayahs', { smart_count: max });
  return t(problem === 'surah' ? 'mushaf.surahHasOnly' : 'mushaf.surahHas', { surah, ayahs });
}

interface MushafNumberProps {
  label: string;
  value: string;
  /** 0 disables the field. */
  max: number;
  placeholder?: string;
  hasError: boolean;
  describedBy: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
}

/** Accepts a whole number from 1, in Arabic or ASCII digits. */
export function MushafNumber(props: MushafNumberProps) {
  const { label, value, max, placeholder, hasError, describedBy, inputRef, onChange, onFocus, onBlur } =
    props;
  const handleKey = (event: KeyboardEvent) => {
    const delta = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (delta === undefined || max === 0) return;
    event.preventDefault();
    const current = Number(value === '' ? (placeholder ?? '') : value);
    onChange(String(Math.min(max, Math.max(1, (Number.isInteger(current) ? current : 0) + delta))));
  };
  return (
    <TextField
      label={label}
      value={value}
      placeholder={placeholder}
      error={hasError}
      disabled={max === 0}
      inputRef={inputRef}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={handleKey}
      onFocus={onFocus}
      onBlur={onBlur}
      slotProps={{
        inputLabel: placeholder ? { shrink: true } : {},
        htmlInput: {
          role: 'spinbutton',
          inputMode: 'numeric',
          autoComplete: 'off',
          className: 'figure',
          maxLength: 4,
          'aria-valuemin': 1,
          'aria-valuemax': max,
          'aria-describedby': describedBy,
          ...(/^\d+$/.test(value) ? { 'aria-valuenow': Number(value) } : {}),
        },
      }}
    />
  );
}

interface MushafSurahProps {
  label: string;
  value: number | null;
  onChange: (surah: number | null) => void;
}

/** Enter and Tab select the highlighted surah. */
export function MushafSurah({ label, value, onChange }: MushafSurahProps) {
  const [inputText, setInputText] = useState('');
  // The arrow keys or the pointer set this value. Null: the first option is highlighted.
  const highlightedSurah = useRef<number | null>(null);
  const chooseHighlighted = (event: KeyboardEvent) => {
    const surah = highlightedSurah.current ?? findSurahs(inputText)[0];
    if (event.key === 'Tab' && inputText !== '' && surah !== undefined) onChange(surah);
  };
  return (
    <Autocomplete<number>
      value={value}
      onChange={(_, surah) => onChange(surah)}
      options={findSurahs('')}
      filterOptions={(_, { inputValue }) => [...findSurahs(inputValue)]}
      getOptionLabel={surahName}
      onInputChange={(_, text, reason) => {
        setInputText(reason === 'input' ? text : '');
        highlightedSurah.current = null;
      }}
      onClose={(_, reason) => reason === 'escape' && setInputText('')}
      onHighlightChange={(_, surah) => {
        highlightedSurah.current = surah;
      }}
      onKeyDown={chooseHighlighted}
      autoHighlight
      size="small"
      noOptionsText={t('mushaf.noSurah')}
      clearText={t('ui.clearChoice')}
      openText={t('ui.openList')}
      closeText={t('ui.closeList')}
      renderOption={({ key, ...optionProps }, surah) => (
        <Box component="li" key={key} {...optionProps} sx={{ gap: 1.5 }}>
          <Box component="span" sx={{ minWidth: '2em', color: 'text.secondary' }}>
            <Isolated>{surah}</Isolated>
          </Box>
          {surahName(surah)}
          <SecondaryText noWrap component="span" sx={{ marginInlineStart: 'auto' }}>
            {otherSurahNames(surah).join(t('ui.comma'))}
          </SecondaryText>
        </Box>
      )}
      renderInput={(field) => <TextField {...field} label={label} />}
    />
  );
}
