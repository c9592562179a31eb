import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Between a machine and PostgreSQL: loses an answer, and the connection with it. */
interface CuttingRelay extends AsyncDisposable {
  /** The address of the database by way of the relay. */
  readonly databaseUrl: string;
  /** The next question with these words is asked, and what comes back for it is lost; so is the next answer with these. */
  loseAnswer(words: { readonly question: string } | { readonly answer: string }): void;
  /** Answers that were lost. */
  readonly lost: number;
}

export async function startCuttingRelay(databaseUrl: string): Promise<CuttingRelay> {
  const target = new URL(databaseUrl);
  const { hostname, port } = target;
  let wanted: Parameters<CuttingRelay['loseAnswer']>[0] | null = null;
  let lost = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(Number(port), hostname);
    let isDoomed = false;
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => (client.destroy(), onward.destroy(), sockets.delete(socket)));
    }
    client.on('data', (question) => {
      if (wanted !== null && 'question' in wanted && question.includes(wanted.question)) [isDoomed, wanted] = [true, null];
      onward.write(question);
    });
    onward.on('data', (answer) => {
      if (wanted !== null && 'answer' in wanted && answer.includes(wanted.answer)) [isDoomed, wanted] = [true, null];
      if (!isDoomed) return client.write(answer);
      lost += 1;
      client.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  target.port = String((server.address() as AddressInfo).port);
  return {
    databaseUrl: target.href,
    loseAnswer: (words) => void (wanted = words),
    get lost() {
      return lost;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
