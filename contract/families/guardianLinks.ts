import { z } from 'zod';
import { additions, get, post, remove } from '../endpoint';
import { id, idParams, messageResponse, time } from '../fields';

/** One call makes at most so many links, which takes less than five seconds. */
export const maxLinksPerCall = 2_000;

/** The link to the private page of a guardian, also if it has expired. The server does not have its code. */
export const guardianLink = z.object({
  created_at: time,
  /** Each use of the link renews it. */
  expires_at: time,
  last_used_at: time.nullable(),
});
export type GuardianLink = z.infer<typeof guardianLink>;

/** The only answer with the secrets. They are null in the stored response of a repeated call. */
const newLink = z.object({
  guardian_id: id,
  /** The address is `page_address` + `link_code`. */
  link_code: z.string().nullable(),
  link_pin: z.string().nullable(),
});
export type NewGuardianLink = z.infer<typeof newLink>;

const page_address = z.string();
const operation_id = id.nullable();

/** Guardians with at least one student of the batch on their page. */
export const linkCounts = z.object({
  guardians: z.int(),
  /** Of them, the guardians with a live link. */
  linked: z.int(),
  /** They also have students outside of the caller's section, so an admin of all sections makes the link. */
  of_other_sections: z.int(),
});
export type LinkCounts = z.infer<typeof linkCounts>;

export const guardianLinksApi = additions({
  make: post('/guardians/{id}/link', {
    roles: ['admin'],
    summary: 'Make the link to the private page of a guardian; an earlier link ends',
    params: idParams,
    response: newLink.extend({ page_address, operation_id }),
    status: 201,
  }),
  revoke: remove('/guardians/{id}/link', {
    roles: ['admin'],
    summary: 'End the link of a guardian at once',
    params: idParams,
    response: messageResponse.extend({ operation_id }),
  }),
  counts: get('/guardian-links/batch/{id}', {
    roles: ['admin'],
    summary: 'How many guardians of a batch have a link',
    params: idParams,
    response: linkCounts,
  }),
  makeMany: post('/guardian-links/batch', {
    roles: ['admin'],
    summary: 'Make the links of the guardians of a batch, in the order of the students',
    body: z.strictObject({
      batch_id: id,
      /** Guardians with a live link keep it. */
      only_missing: z.boolean(),
    }),
    response: messageResponse.extend({
      links: z.array(newLink),
      page_address,
      /** Guardians beyond `maxLinksPerCall`, for a further call with `only_missing`. */
      remaining: z.int(),
      of_other_sections: z.int(),
      operation_id,
    }),
    status: 201,
  }),
});
