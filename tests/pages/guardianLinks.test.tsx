import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinkCounts } from '../../contract/families/guardianLinks';
import type { Guardian } from '../../contract/families/guardians';
import BatchLinksDialog from '../../src/features/guardian-link/BatchLinksDialog';
import GuardianLinkDialog from '../../src/features/guardian-link/GuardianLinkDialog';
import { renderScreen, signInAs } from '../support/screen';

type Call = (...parameters: unknown[]) => Promise<object>;
const page_address = 'https://rasd.example/g/';
const code = 'abcdefghjkmnpqrstuvwxyz234';
const newLink = { guardian_id: 3, link_code: code, link_pin: '042137' };
const slips = async () => ({ file: new Blob(['pdf']), name: 'links.pdf' });

const press = async (name: string, role = 'dialog') =>
  userEvent.click(within(await screen.findByRole(role)).getByRole('button', { name }));

beforeEach(() => {
  signInAs('admin');
  // jsdom has no addresses of files.
  URL.createObjectURL = () => 'blob:slips';
  URL.revokeObjectURL = () => undefined;
});
afterEach(cleanup);

describe('the link of one guardian', () => {
  const link = {
    created_at: '2026-11-01T08:00:00.000Z',
    expires_at: '2999-01-30T08:00:00.000Z',
    last_used_at: null,
  };

  function open(stored: Guardian['link']) {
    const provider = {
      makeGuardianLink: vi.fn<Call>(async () => ({ ...newLink, page_address, operation_id: 90 })),
      revokeGuardianLink: vi.fn<Call>(async () => ({ message: 'أُلغي الرابط', operation_id: 91 })),
    };
    const [onChange, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
    renderScreen(
      <GuardianLinkDialog
        guardian={{ id: 3, phone_key: '+966551234567', link: stored }}
        onChange={onChange}
        onClose={onClose}
      />,
      provider,
    );
    return { ...provider, onChange, onClose };
  }

  it('the first link is made without a question, and the message has no PIN', async () => {
    const { makeGuardianLink, onChange } = open(null);
    expect(await screen.findByText('لا رابط له الآن.')).toBeTruthy();
    await press('إنشاء رابط');
    expect(await screen.findByText(page_address + code)).toBeTruthy();
    expect(screen.getByText('042137')).toBeTruthy();
    const message = screen.getByRole('link', { name: 'واتساب' }).getAttribute('href') ?? '';
    expect(message).toContain('https://wa.me/966551234567?text=');
    expect([message.includes(code), message.includes('042137')]).toEqual([true, false]);
    expect(makeGuardianLink).toHaveBeenCalledWith(3);
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('a further link asks first, because it ends the stored one', async () => {
    const { makeGuardianLink } = open(link);
    expect(await screen.findByText('لم يُفتح بعد')).toBeTruthy();
    await press('رابط جديد');
    expect(await screen.findByText(/^ينتهي الرابط الحالي في الحال/)).toBeTruthy();
    await press('إلغاء', 'alertdialog');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(makeGuardianLink).not.toHaveBeenCalled();
    await press('رابط جديد');
    await press('رابط جديد', 'alertdialog');
    expect(await screen.findByText('042137')).toBeTruthy();
  });

  it('a revocation asks first, and closes the dialog', async () => {
    const { revokeGuardianLink, onChange, onClose } = open(link);
    await press('إلغاء الرابط');
    expect(await screen.findByText(/^لن تفتح الصفحة لولي الأمر بعد الآن/)).toBeTruthy();
    expect(revokeGuardianLink).not.toHaveBeenCalled();
    await press('إلغاء الرابط', 'alertdialog');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(revokeGuardianLink).toHaveBeenCalledWith(3);
    expect(onChange).toHaveBeenCalledOnce();
    expect(await screen.findByText('أُلغي الرابط')).toBeTruthy();
  });
});

describe('the links of a batch', () => {
  function open(counts: LinkCounts, remaining = 0) {
    let calls = 0;
    const provider = {
      guardianLinkCounts: async () => counts,
      makeGuardianLinks: vi.fn<Call>(async () => {
        calls += 1;
        return {
          message: 'الروابط الجديدة: رابط واحد',
          links: [newLink],
          page_address,
          remaining: calls === 1 ? remaining : 0,
          of_other_sections: 0,
          operation_id: 90 + calls,
        };
      }),
      guardianSlips: vi.fn<Call>(slips),
    };
    const onClose = vi.fn<() => void>();
    renderScreen(<BatchLinksDialog batchId={4} onClose={onClose} />, provider);
    return { ...provider, onClose };
  }

  it('the number of new links follows the choice, and closing before the download asks', async () => {
    const { makeGuardianLinks, guardianSlips, onClose } = open({
      guardians: 9,
      linked: 2,
      of_other_sections: 1,
    });
    expect(await screen.findByText('سيُنشأ: 6 روابط')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'الجميع، وتنتهي روابطهم الحالية' }));
    expect(screen.getByText('سيُنشأ: 8 روابط')).toBeTruthy();
    await press('إنشاء الروابط');
    expect(await screen.findByText(/^الأرقام السرية لا تظهر مرة ثانية/)).toBeTruthy();
    expect(makeGuardianLinks).toHaveBeenCalledWith({ batch_id: 4, only_missing: false });
    await press('إغلاق');
    await screen.findByRole('dialog', { name: 'الإغلاق بلا بطاقات؟' });
    await press('البقاء');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'البقاء' })).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    await press('تنزيل البطاقات');
    expect(await screen.findByText('نُزّلت البطاقات')).toBeTruthy();
    expect(guardianSlips).toHaveBeenCalledWith([newLink]);
    await press('إغلاق');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(screen.queryByRole('button', { name: 'البقاء' })).toBeNull();
  });

  it('the remaining guardians get their links after the download, and need their own one', async () => {
    const { makeGuardianLinks, onClose } = open({ guardians: 2, linked: 0, of_other_sections: 0 }, 1);
    await screen.findByText('سيُنشأ: رابطان');
    await press('إنشاء الروابط');
    const next = () => screen.findByRole('button', { name: 'إنشاء روابط للبقية (1)' });
    expect(await next()).toHaveProperty('disabled', true);
    await press('تنزيل البطاقات');
    await waitFor(async () => expect(await next()).toHaveProperty('disabled', false));
    await userEvent.click(await next());
    expect(await screen.findByText(/^الأرقام السرية لا تظهر مرة ثانية/)).toBeTruthy();
    expect(makeGuardianLinks).toHaveBeenLastCalledWith({ batch_id: 4, only_missing: true });
    expect(screen.queryByRole('button', { name: /^إنشاء روابط للبقية/ })).toBeNull();
    await press('إغلاق');
    await screen.findByRole('dialog', { name: 'الإغلاق بلا بطاقات؟' });
    await press('إغلاق بلا بطاقات');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('a batch without guardians makes no links', async () => {
    open({ guardians: 0, linked: 0, of_other_sections: 0 });
    expect(await screen.findByText(/^لا ولي أمر لطلاب هذه الدفعة/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'إنشاء الروابط' })).toHaveProperty('disabled', true);
  });
});
