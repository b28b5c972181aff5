import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { type Data, openData } from '../../server/db/connection';
import { type BenchCase, nationalIdOf, type Recipe } from './cases';

interface Recorder {
  data: Data;
  app: FastifyInstance;
  token: string;
  run(one: BenchCase): Promise<Recipe>;
  close(): Promise<void>;
}

/** Our server in this process, whose statements are written down. */
export async function startRecorder(url: string): Promise<Recorder> {
  let statements: Recipe['statements'] = [];
  const data = await openData(url, {
    onQuery: ({ sql, parameters }) => statements.push({ sql, parameters: [...parameters] }),
  });
  const app = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' }));
  const send = (one: Pick<BenchCase, 'method' | 'path'>, body: unknown, token?: string) =>
    app.inject({
      method: one.method,
      url: one.path,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body !== undefined && { payload: body as object }),
    });
  const login = await send(
    { method: 'POST', path: '/api/auth/login' },
    { username: 'admin', password: 'rasd-demo' },
  );
  const { token } = login.json<{ token: string }>();

  return {
    data,
    app,
    token,
    async run(one) {
      const body = one.body?.(0);
      statements = [];
      const answer = await send(one, body, one.isPublic ? undefined : token);
      const recorded = statements;
      if (answer.statusCode >= 300) throw new Error(`${one.name}: ${answer.statusCode} ${answer.body}`);
      const recipe = { name: one.name, path: one.path, statements: recorded, changing: null };
      if (one.name !== 'student-create') return recipe;
      const made = answer.json<{ id: number; student_id: string }>();
      const operation = await data.read
        .selectFrom('operations')
        .select((on) => on.fn.max('id').as('id'))
        .executeTakeFirstOrThrow();
      const operationId = Number(operation.id);
      const changing = {
        nationalId: nationalIdOf(0),
        studentId: made.student_id,
        rowId: made.id,
        operationId,
      };
      return { ...recipe, changing };
    },
    async close() {
      await app.close();
      await data.close();
    },
  };
}
