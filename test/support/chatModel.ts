import fastify from 'fastify';

/** What the model does next: it calls a tool, or answers. */
export type Reply = { tool: string; args: object } | string;

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: { name: string; parameters: { properties: object } } }>;
}

export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;

/** Starts a server on 127.0.0.1 that speaks the chat API of OpenAI. The test writes its replies. */
export async function startChatModel() {
	const server = fastify({ forceCloseConnections: true });
	const requests: ChatRequest[] = [];
	let script: Reply[] = [];
	server.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }) => {
		requests.push(body);
		const reply = script.shift() ?? 'The test has no reply.';
		return {
			id: `completion-${requests.length}`,
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [toChoice(reply, `call_${requests.length}`)],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		/** Address of its API, as in the credential of n8n's OpenAI nodes. */
		url: `${url}/v1`,
		/** All requests so far, oldest first. */
		requests,
		/** Sets the replies to the next requests, in order. */
		script: (...replies: Reply[]) => void (script = replies),
		/** Returns the answers of tools in the latest request. */
		toolAnswers: () =>
			(requests.at(-1)?.messages ?? [])
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => content),
		close: async () => await server.close(),
	};
}

function toChoice(reply: Reply, id: string) {
	if (typeof reply === 'string') {
		return { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: reply } };
	}
	const call = { name: reply.tool, arguments: JSON.stringify(reply.args) };
	const message = {
		role: 'assistant',
		content: null,
		tool_calls: [{ id, type: 'function', function: call }],
	};
	return { index: 0, finish_reason: 'tool_calls', message };
}
