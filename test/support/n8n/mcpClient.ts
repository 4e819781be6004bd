import axios from 'axios';

export interface McpTool {
	name: string;
	description: string;
	inputSchema: { properties: object; required?: string[] };
}

export interface McpAnswer {
	content: Array<{ text: string }>;
}

/** Speaks to n8n's MCP server as an agent does. */
export class McpClient {
	private session = '';

	private constructor(
		private readonly url: string,
		private readonly token: string | undefined,
	) {}

	/** Throws axios' error if the server refuses the connection. */
	static async connect(url: string, token?: string): Promise<McpClient> {
		const client = new McpClient(url, token);
		await client.send('initialize', {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'An agent', version: '1.0.0' },
		});
		return client;
	}

	async listTools(): Promise<McpTool[]> {
		return (await this.send<{ tools: McpTool[] }>('tools/list', {})).tools;
	}

	async callTool(name: string, args: object): Promise<McpAnswer> {
		return await this.send<McpAnswer>('tools/call', { name, arguments: args });
	}

	private async send<T>(method: string, params: object): Promise<T> {
		const { data, headers } = await axios.post<string>(
			this.url,
			{ jsonrpc: '2.0', id: 1, method, params },
			{
				proxy: false,
				responseType: 'text',
				headers: {
					Accept: 'application/json, text/event-stream',
					...(this.session && { 'mcp-session-id': this.session }),
					...(this.token && { Authorization: `Bearer ${this.token}` }),
				},
			},
		);
		this.session = String(headers['mcp-session-id'] ?? this.session);
		const [, json = data] = /^data: (.*)$/m.exec(data) ?? [];
		return (JSON.parse(json) as { result: T }).result;
	}
}
