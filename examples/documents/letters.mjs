// Makes letters.csv: 400 short letters to a garden shop, a third of them complaints. Words are drawn by a fixed generator.
//
//   node examples/documents/letters.mjs > examples/documents/letters.csv
import { stdout } from 'node:process';

const openings = ['Dear shop', 'Good morning', 'Hello', 'To whom it may concern', 'Dear gardeners'];
const things = [
  'the roses',
  'my apple tree',
  'the lawn mower',
  'a hose of ten metres',
  'the tulip bulbs',
  'the greenhouse',
  'two bags of soil',
  'the watering can',
];
const endings = ['Kind regards', 'Yours sincerely', 'With thanks', 'Best wishes'];
const sentences = {
  complaint: [
    (thing) => `${thing} arrived broken, and nobody answers the phone.`,
    (thing) => `I want my money back for ${thing}.`,
    (thing) => `After three weeks ${thing} still has not come; this is a disappointment.`,
    (thing) => `You sent me the wrong parcel instead of ${thing}, and the refund is late.`,
    (thing) => `${thing} stopped working on the first day. I am not satisfied.`,
  ],
  other: [
    (thing) => `when is the best time of the year to plant or to use ${thing}?`,
    (thing) => `${thing} looks wonderful in spring, and our neighbours asked about it.`,
    (thing) => `Could you tell me the price of ${thing} and your opening hours?`,
    (thing) => `We would like to order ${thing} again, as last year.`,
    (thing) => `Is ${thing} fit for a balcony, and how much water is needed in summer?`,
    (thing) => `Thank you for the advice; ${thing} grows well now.`,
  ],
};

let state = 2011;
/** The next whole number below n (a linear congruential generator: these letters are not to be kept from anybody). */
const below = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const one = (list) => list[below(list.length)];

stdout.write('id,body,year,kind\n');
for (let id = 1; id <= 400; id++) {
  const kind = below(3) === 0 ? 'complaint' : 'other';
  const told = Array.from({ length: 1 + below(3) }, () => one(sentences[kind])(one(things)));
  // Some letters of either kind ask for something besides.
  if (below(4) === 0) told.push(one(sentences.other)(one(things)));
  stdout.write(`L${id},"${one(openings)},\n${told.join(' ')}\n""${one(endings)}""",${2015 + below(10)},${kind}\n`);
}
