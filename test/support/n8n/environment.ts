/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */

interface Place {
	userFolder: string;
	port: number;
	/** Address of the editor. */
	url: string;
}

/** The environment of every n8n in the tests: on 127.0.0.1, in its own folder, with no telemetry. */
export function createEnvironment({ userFolder, port, url }: Place): NodeJS.ProcessEnv {
	return {
		PATH: process.env.PATH,
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_EDITOR_BASE_URL: url,
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
	};
}
