import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { createReviewedProduct } from '../../../test/support/reviewed-product.js';
import { ReviewsErasure } from '#market/reviews/reviews.erasure.js';

const unknown = { name: null, company: null, companyWebsite: null, profileUrl: null };

describe('the texts of a person', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** The id of a review with these columns about its writer. */
  async function written(writer: { name?: string; company?: string; profile?: string }): Promise<string> {
    const product = await createReviewedProduct(app.database, { name: randomUUID(), reviews: [{ text: 'It works.' }] });
    const { id } = await app.database.one<{ id: string }>('SELECT id FROM reviews WHERE product_id = $1', [product]);
    await app.database.execute(
      'UPDATE reviews SET reviewer_name = $2, reviewer_company = $3, reviewer_profile_url = $4 WHERE id = $1',
      [id, writer.name ?? null, writer.company ?? null, writer.profile ?? null],
    );
    return id;
  }

  const found = async (person: object): Promise<string[]> =>
    (await app.get(ReviewsErasure).find([{ ...unknown, ...person }], [])).map(({ id }) => id);

  it.each(['Jose Diaz', 'José  Díaz', 'Jose\u0301 Di\u0301az', 'ＪＯＳＥ ＤＩＡＺ'])(
    'are found under the name %s of a person who is called José Díaz elsewhere',
    async (name) => {
      const company = randomUUID();
      const id = await written({ name, company: `${company}, Inc.` });
      expect(await found({ name: 'José Díaz', company })).toEqual([id]);
    },
  );

  it('are found under a name in another script', async () => {
    const id = await written({ name: '山田  太郎', company: 'Script' });
    expect(await found({ name: '山田 太郎', company: 'script' })).toEqual([id]);
  });

  it.each([
    ['https://net.example/in/josé-díaz', 'https://net.example/in/jos%C3%A9-d%C3%ADaz'],
    ['https://net.example/in/zo%C3%AB?from=mail', 'https://net.example/in/zoë'],
    ['https://net.example/in/%E5%B1%B1/', 'https://net.example/in/山'],
  ])('are found under the profile %s by the address %s', async (profile, profileUrl) => {
    const id = await written({ profile });
    expect(await found({ profileUrl })).toEqual([id]);
  });

  it('are not found under another name of the same letters', async () => {
    await written({ name: 'Jo Sed Iaz', company: 'Letters' });
    expect(await found({ name: 'José Díaz', company: 'Letters' })).toEqual([]);
  });
});
