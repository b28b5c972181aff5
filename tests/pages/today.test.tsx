import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useToday } from '../../src/dataProvider/useInstitute';
import { renderScreen } from '../support/screen';

const Today = () => <p>{useToday()}</p>;

afterEach(() => void vi.useRealTimers());

it('today is the day in Riyadh, not in UTC, until the settings are loaded', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T22:00:00Z') });
  renderScreen(<Today />, { settings: () => new Promise(() => undefined) });
  expect(await screen.findByText('2026-11-21')).toBeDefined();
});
